// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "contraction/cuda/direct/direct_cost.h"
#include "contraction/cuda/direct/direct_launches.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"
#include "contraction/cuda/direct/position_modes.h"
#include "contraction/cuda/direct/tall_policy.h"
#include "src/core/checked.h"
#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

/// Thread instructions to read an element of the tall input, counted in the compiled kernel.
constexpr double tall_read_instructions = 7;
/// Thread instructions to stage an element of the small input, counted in the compiled kernel.
constexpr double tall_staged_instructions = 30;
/// Thread instructions to write an output, counted in the compiled kernel.
constexpr double tall_stored_instructions = 16;
/// Thread instructions for each row of a thread, counted in the compiled kernel.
constexpr double tall_row_instructions = 150;
/// Thread instructions of a thread without its rows, counted in the compiled kernel.
constexpr double tall_thread_instructions = 150;
/// Share of a copy's rate that the kernel reaches (measured).
constexpr double tall_memory_share = 0.6;
/// Share of a copy's rate that the kernel reaches where sums have one term (measured).
constexpr double tall_outer_share = 0.4;
/// Share of L2's rate that the kernel reaches (measured).
constexpr double tall_cache_share = 0.75;
/// Microseconds of a block that has a multiprocessor to itself, without its inner positions
constexpr double tall_block_us = 0.5;
/// Microseconds of tall_depth inner positions of a tile, whose loads are waited for.
constexpr double tall_depth_us = 0.6;
/// Maximum number of bytes of shared memory for a slice of the small input and the offsets of its
/// inner positions.
constexpr std::int64_t most_shared_bytes = std::int64_t{24} * 1024;
/// Bytes of the two offsets of an inner position, or of a column.
constexpr std::int64_t offsets_bytes = 16;
/// Maximum number of inner positions that are staged at a time.
constexpr std::int64_t most_depth = 128;
/// Most tiles of a block.
constexpr std::int64_t most_tiles = 8;
/// A block takes several tiles only where at least this many rounds of resident blocks remain, so
/// that a last round that is not full is a small part.
constexpr std::int64_t least_rounds = 4;
/// Maximum number of columns where a GETT kernel suits too: a GETT kernel reads the tall input
/// once, the tall kernel once for each chunk of columns.
constexpr std::int64_t most_columns_beside_gett = 32;

/// The modes of D, by the input that has them: modes of the tall input are rows, modes of the small
/// input are columns.
struct TallModes {
    /// The tall input: operand_l or operand_r.
    std::size_t tall = 1;
    /// Modes of D and the tall input.
    Modes<3> rows;
    /// Modes of D and the small input.
    Modes<3> columns;
};

/// The input with D's fastest mode is the tall one, so that neighbouring threads write neighbours
/// of D. Returns nothing where there is no second input or no sum, D has no modes, or a mode of D
/// is in both inputs.
std::optional<TallModes> tall_modes(const DirectShape& shape) {
    if (!shape.has_r || shape.sum_count == 0 || shape.outputs.empty()) return {};
    TallModes modes;
    const std::optional<Role> tall = shape.output_roles.front();
    modes.tall = tall == Role::free_l ? operand_l : operand_r;
    for (std::size_t i = 0; i < shape.outputs.size(); ++i) {
        const std::optional<Role> role = shape.output_roles[i];
        if (role != Role::free_l && role != Role::free_r) return {};
        (role == tall ? modes.rows : modes.columns).push_back(shape.outputs[i]);
    }
    return modes;
}

/// Makes launches of the tall kernel for one shape.
class TallLaunchMaker {
public:
    TallLaunchMaker(const DirectShape& shape, const TallModes& modes, const Architecture& gpu)
        : shape_(shape),
          modes_(modes),
          gpu_(gpu),
          element_(size_bytes(compute_of(shape.dtypes[0]))) {
        arguments_.l = access_of(shape, 1, {}, {}, 1);
        arguments_.r = access_of(shape, 2, {}, {}, 1);
        arguments_.tall_is_r = modes.tall == 2 ? 1 : 0;
        arguments_.rows = volume(modes.rows);
        arguments_.columns = static_cast<std::int32_t>(volume(modes.columns));
        arguments_.inner = static_cast<std::int32_t>(shape.sum_count);
        arguments_.is_wide = is_wide(arguments_.rows);
        arguments_.row_modes = fill_modes(modes.rows, arguments_.mode);
        PositionMode* const after_rows = arguments_.mode + arguments_.row_modes;
        arguments_.column_modes = fill_modes(modes.columns, after_rows);
        arguments_.modes = arguments_.row_modes + arguments_.column_modes +
                           fill_modes(shape.sums, after_rows + arguments_.column_modes);
    }

    /// The launch whose threads have tall_columns[policy] columns.
    DirectLaunch make(int policy) {
        constexpr std::int64_t least_threads = 64;
        constexpr std::int64_t most_threads = direct_threads;
        const int columns = tall_columns[policy];
        const std::int64_t chunks = divide_up(arguments_.columns, columns);
        std::int64_t threads =
            std::clamp(align_up(arguments_.rows, warp_lanes), least_threads, most_threads);
        const auto tiles = [&] { return divide_up(arguments_.rows, threads); };
        while (threads > least_threads &&
               tiles() * chunks < std::int64_t{2} * gpu_.multiprocessors) {
            threads /= 2;
        }
        const std::int64_t by_memory = most_shared_bytes / (columns * element_ + offsets_bytes);
        const std::int64_t depth =
            std::min({by_memory, most_depth, std::int64_t{arguments_.inner}});
        const std::int64_t together = std::clamp<std::int64_t>(
            tiles() * chunks / (least_rounds * gpu_.multiprocessors * tall_blocks), 1, most_tiles);
        arguments_.tiles = depth < arguments_.inner ? 1 : static_cast<std::int32_t>(together);
        arguments_.threads = static_cast<std::int32_t>(threads);
        arguments_.depth = static_cast<std::int32_t>(depth);
        arguments_.chunks = divide_by(chunks);
        DirectLaunch launch;
        launch.dtype = shape_.dtypes[0];
        launch.input_dtype = input_dtype(shape_);
        launch.policy = policy;
        launch.threads = arguments_.threads;
        launch.blocks = count_blocks(
            checked_multiply(divide_up(tiles(), arguments_.tiles), chunks, "the number of blocks"),
            1);
        launch.shared_bytes =
            static_cast<int>(arguments_.depth * (columns * element_ + offsets_bytes) +
                             std::int64_t{columns} * offsets_bytes);
        for (std::size_t operand = 0; operand < 3; ++operand) {
            launch.alignment[operand] = size_bytes(shape_.dtypes[operand]);
        }
        launch.us = predict_us(work(launch, columns), launch.blocks, gpu_);
        launch.arguments = arguments_;
        return launch;
    }

private:
    /// What the cost model counts of the launch.
    [[nodiscard]] DirectWork work(const DirectLaunch& launch, int columns) const {
        const auto element = static_cast<double>(element_);
        const auto chunks = static_cast<double>(arguments_.chunks.value);
        const auto inner = static_cast<double>(arguments_.inner);
        const auto blocks = static_cast<double>(launch.blocks);
        const double reads = static_cast<double>(arguments_.rows) * inner * chunks;
        const auto outputs = static_cast<double>(shape_.output_count);
        // float64 has half the lanes of float32.
        const double width = real_of(shape_.dtypes[0]) == DType::float64 ? 2 : 1;
        const double parts = is_complex(shape_.dtypes[0]) ? 4 : 1;
        DirectWork work;
        const double share = arguments_.inner == 1 ? tall_outer_share : tall_memory_share;
        work.memory_bytes = memory_bytes(shape_) / share;
        work.cache_bytes =
            element * (reads * gathered(modes_.tall) + outputs * gathered(0)) / tall_cache_share;
        // The warps of threads without a row are issued, too.
        const double rows = blocks * arguments_.tiles * launch.threads;
        work.instructions =
            rows * inner *
                (tall_read_instructions + columns * (parts * width + element / vector_bytes)) +
            rows * (tall_row_instructions + columns * tall_stored_instructions) +
            blocks * inner * columns * tall_staged_instructions +
            blocks * launch.threads * tall_thread_instructions;
        work.resident_blocks = tall_blocks;
        work.blocks_in_turn_us =
            tall_block_us + tall_depth_us * arguments_.tiles * inner / tall_depth;
        return work;
    }

    /// Number of elements that L2 moves for an element of an operand that is used. Where a warp
    /// uses less than two thirds of its sectors, they count three times, because L2 moves single
    /// sectors at a third of its rate.
    [[nodiscard]] double gathered(std::size_t operand) const {
        constexpr double scattered = 1.5;
        const double waste = sector_waste(shape_, modes_.rows, operand);
        return waste > scattered ? 3 * waste : waste;
    }

    const DirectShape& shape_;
    const TallModes& modes_;
    const Architecture& gpu_;
    /// Bytes of an element of the type that sums are computed in.
    std::int64_t element_;
    TallArguments arguments_;
};

}  // namespace

std::optional<DirectLaunch> tall_launch(const DirectShape& shape, const Architecture& gpu) {
    const std::optional<TallModes> modes = tall_modes(shape);
    if (!modes) return {};
    const std::int64_t columns = volume(modes->columns);
    if (std::max(shape.sum_count, columns) > most_short_position) return {};
    if (columns > most_columns_beside_gett && suits_gett(shape)) return {};
    TallLaunchMaker maker(shape, *modes, gpu);
    std::optional<DirectLaunch> best;
    for (int policy = 0; policy < tall_policy_count; ++policy) {
        const auto sum_bytes = static_cast<std::size_t>(tall_columns[policy] *
                                                        size_bytes(compute_of(shape.dtypes[0])));
        if (sum_bytes > most_sum_bytes) break;
        DirectLaunch launch = maker.make(policy);
        if (!best || launch.us < best->us) best = launch;
    }
    return best;
}

}  // namespace ttgt::cuda
