// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/outer/outer_launch.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "contraction/cuda/direct/outer/outer_arguments.h"
#include "contraction/cuda/direct/outer/outer_cost.h"
#include "contraction/cuda/direct/position_modes.h"
#include "src/core/element.h"
#include "src/core/rounding.h"
#include "src/core/sort_few.h"

namespace ttgt::cuda {
namespace {

/// Bytes of dynamic shared memory of a block at most. Devices grant 48 KB without being asked; the
/// kernel's static arrays take less than 1 KB of them.
constexpr std::int64_t most_outer_shared_bytes = std::int64_t{47} * 1024;
/// Half a place has 16 bits.
constexpr std::int64_t most_place = (std::int64_t{1} << 16) - 1;

/// Makes the launch of the outer kernel for one way to cut D.
class OuterLaunchMaker {
public:
    OuterLaunchMaker(const DirectShape& shape, const OuterChunks& chunks)
        : shape_(shape),
          chunks_(chunks),
          fast_(fast_input(shape)),
          slow_(fast_ == operand_l ? operand_r : operand_l) {}

    /// Returns nothing where the launch is not possible.
    std::optional<DirectLaunch> make(const Architecture& gpu) {
        arguments_.fast_is_r = fast_ == operand_r ? 1 : 0;
        if (!fill_modes() || !make_stage(arguments_.fast, fast_, 0) ||
            !make_stage(arguments_.slow, slow_, 1))
            return {};
        for (std::int32_t m = 0; m < arguments_.modes; ++m) {
            arguments_.mode[m].place = static_cast<std::uint32_t>(places_[0][m]) |
                                       static_cast<std::uint32_t>(places_[1][m]) << 16U;
        }
        DirectLaunch launch;
        launch.dtype = shape_.dtypes[0];
        launch.input_dtype = input_dtype(shape_);
        fill_runs();
        fill_threads(launch);
        launch.shared_bytes = static_cast<int>(share_memory());
        if (launch.shared_bytes > most_outer_shared_bytes) return {};
        launch.threads = arguments_.threads;
        launch.blocks = std::min<std::int64_t>(
            arguments_.tiles, std::int64_t{gpu.multiprocessors} * resident_blocks(launch, gpu));
        for (std::size_t operand = 0; operand < 3; ++operand) {
            launch.alignment[operand] = size_bytes(shape_.dtypes[operand]);
        }
        launch.arguments = arguments_;
        launch.us = predict_us(count_outer(shape_, launch, gpu), outer_rates, gpu);
        return launch;
    }

private:
    /// Writes the modes without their places; false where there are too many tiles.
    bool fill_modes() {
        std::int64_t tiles = 1;
        std::int64_t outputs = 1;
        for (std::size_t m = 0; m < chunks_.size(); ++m) {
            const std::int64_t blocks = divide_up(shape_.outputs[m].extent, chunks_[m]);
            if (blocks > most_short_position / tiles) return false;
            tiles *= blocks;
            outputs *= chunks_[m];
            add_mode(shape_.outputs[m], chunks_[m], blocks);
        }
        arguments_.output_modes = arguments_.modes;
        for (const Mode<3>& mode : shape_.sums) add_mode(mode, mode.extent, 1);
        arguments_.tiles = static_cast<std::int32_t>(tiles);
        arguments_.outputs = static_cast<std::int32_t>(outputs);
        arguments_.depth = static_cast<std::int32_t>(shape_.sum_count);
        return true;
    }
    void add_mode(const Mode<3>& mode, std::int64_t chunk, std::int64_t blocks) {
        OuterMode& to = arguments_.mode[arguments_.modes++];
        to.chunk = divide_by(chunk);
        to.blocks = divide_by(blocks);
        to.extent = mode.extent;
        to.stride[0] = mode.strides[0];
        to.stride[1] = mode.strides[fast_];
        to.stride[2] = mode.strides[slow_];
    }

    /// Fills in how an input is copied, and its half of the places; false where places or offsets
    /// are too large. Staged elements are in D's order, inner positions last. The first mode has an
    /// odd number of elements.
    bool make_stage(OuterStage& to, std::size_t operand, int input) {
        to.access = access_of(shape_, operand, {}, {}, 1);
        const std::int64_t element = size_bytes(compute_of(shape_.dtypes[0]));
        std::int64_t step = element;
        std::int64_t span = 0;
        for (std::int32_t m = 0; m < arguments_.modes; ++m) {
            const OuterMode& mode = arguments_.mode[m];
            const std::int64_t chunk = mode.chunk.value;
            if (chunk == 1 || mode.stride[1 + input] == 0) continue;
            places_[input][m] = step;
            step *= step == element ? chunk | 1 : chunk;
            to.count *= static_cast<std::int32_t>(chunk);
            to.order[to.modes++] = m;
            const std::int64_t stride = std::abs(mode.stride[1 + input]);
            if (step > most_place || stride > most_short_position / chunk) return false;
            span += (chunk - 1) * stride;
        }
        staged_bytes_[input] = step;
        sort_few(to.order, to.order + to.modes, [&](std::int32_t a, std::int32_t b) {
            return std::abs(arguments_.mode[a].stride[1 + input]) <
                   std::abs(arguments_.mode[b].stride[1 + input]);
        });
        return span <= most_short_position;
    }

    void fill_runs() {
        const OuterRun run = outer_run(shape_, chunks_);
        arguments_.run = divide_by(run.outputs);
        arguments_.run_modes = static_cast<std::int32_t>(run.modes);
        arguments_.runs = static_cast<std::int32_t>(arguments_.outputs / run.outputs);
    }

    void fill_threads(DirectLaunch& launch) {
        constexpr std::int64_t least_threads = 64;
        const int steady = steady_threads(shape_, chunks_);
        launch.policy = steady > 0             ? steady_outer
                        : arguments_.runs == 1 ? outer_of_one_run
                                               : outer_of_runs;
        // A thread has a few outputs, or some elements to copy.
        constexpr std::int64_t copies = std::int64_t{2} * outer_together;
        const std::int64_t wanted =
            align_up(std::max(divide_up(arguments_.outputs, outer_together),
                              divide_up(arguments_.fast.count + arguments_.slow.count, copies)),
                     warp_lanes);
        arguments_.threads = steady > 0 ? steady
                                        : static_cast<std::int32_t>(std::clamp<std::int64_t>(
                                              wanted, least_threads, direct_threads));
    }

    /// Distributes shared memory; returns its size in bytes.
    std::int64_t share_memory() {
        std::int64_t end = 0;
        const auto take = [&](std::int64_t bytes) {
            const std::int64_t begin = end;
            end = align_up(begin + bytes, vector_bytes);
            return static_cast<std::int32_t>(begin);
        };
        if (arguments_.runs > 1) take(std::int64_t{8} * arguments_.runs);
        constexpr std::int64_t before = std::int64_t{4} * outer_places_before;
        arguments_.output_places =
            static_cast<std::int32_t>(before + take(before + std::int64_t{4} * arguments_.outputs));
        arguments_.inner_places = take(std::int64_t{4} * arguments_.depth);
        int input = 0;
        for (OuterStage* stage : {&arguments_.fast, &arguments_.slow}) {
            stage->values = take(staged_bytes_[input++]);
            stage->offsets = take(std::int64_t{4} * stage->count);
            stage->places = take(std::int64_t{2} * stage->count);
        }
        return end;
    }

    /// Number of blocks that fit a multiprocessor.
    std::int64_t resident_blocks(const DirectLaunch& launch, const Architecture& gpu) const {
        const std::int64_t threads = align_up(launch.threads, warp_lanes);
        const std::int64_t by_registers = std::int64_t{outer_blocks} * most_outer_threads / threads;
        const std::int64_t by_memory =
            gpu.shared_bytes / (launch.shared_bytes + 2 * reserved_shared_bytes);
        return std::max<std::int64_t>(
            1, std::min({by_registers, by_memory, std::int64_t{gpu.blocks}}));
    }

    const DirectShape& shape_;
    const OuterChunks& chunks_;
    /// The fast input: operand_l or operand_r.
    std::size_t fast_;
    /// The slow input.
    std::size_t slow_;
    /// For the fast and the slow input, what a position of each mode adds to half a place.
    std::int64_t places_[2][most_outer_modes] = {};
    /// Bytes of shared memory of the staged elements of the fast and the slow input, unused ones
    /// included.
    std::int64_t staged_bytes_[2] = {};
    OuterArguments arguments_;
};

}  // namespace

bool suits_outer(const DirectShape& shape) {
    if (!shape.has_r || shape.output_count == 0) return false;
    if (shape.sum_count < 1 || shape.sum_count > most_outer_depth) return false;
    if (shape.outputs.size() + shape.sums.size() > most_outer_modes) return false;
    const DType input = input_dtype(shape);
    const bool writes_input_type = shape.dtypes[0] == input;
    const bool writes_sums = is_half(input) && shape.dtypes[0] == DType::float32;
    if (!writes_input_type && !writes_sums) return false;
    const auto is_read = [&](std::size_t operand) {
        const DType dtype = shape.dtypes[operand];
        return dtype == input || (is_complex(input) && dtype == real_of(input));
    };
    return is_read(1) && is_read(2);
}

bool favours_outer(const DirectShape& shape) {
    const DType dtype = shape.dtypes[0];
    if (dtype != DType::float32 && dtype != DType::float64) return false;
    if (shape.dtypes[operand_l] != dtype || shape.dtypes[operand_r] != dtype) return false;
    return shape.bytes[0] > shape.bytes[operand_l] + shape.bytes[operand_r] &&
           shape.sum_count <= most_favoured_depth && suits_outer(shape);
}

std::optional<DirectLaunch> outer_launch(const DirectShape& shape, const OuterChunks& chunks,
                                         const Architecture& gpu) {
    return OuterLaunchMaker(shape, chunks).make(gpu);
}

std::optional<DirectLaunch> outer_launch(const DirectShape& shape, const Architecture& gpu) {
    std::optional<DirectLaunch> best;
    if (!suits_outer(shape)) return best;
    for (const OuterChunks& chunks : outer_cuts(shape)) {
        const std::optional<DirectLaunch> launch = outer_launch(shape, chunks, gpu);
        if (launch && (!best || launch->us < best->us)) best = launch;
    }
    return best;
}

}  // namespace ttgt::cuda
