// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/outer/outer_tile.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "contraction/cuda/direct/outer/outer_arguments.h"
#include "src/core/element.h"
#include "src/core/rounding.h"
#include "src/core/sort_few.h"

namespace ttgt::cuda {
namespace {

/// Maximum number of outputs of a tile: their places take 32 KB of shared memory.
constexpr std::int64_t most_outer_outputs = 8192;
/// Minimum number of outputs that a tile is given room for.
constexpr std::int64_t least_outer_outputs = 32;
/// A way to share a tile between D and the inputs.
struct OuterShares {
    /// Bytes of neighbours in D that a tile has before the inputs get any.
    std::int64_t d_bytes;
    /// Bytes of neighbours that each input gets along its fastest modes; 0 where D gets all.
    std::int64_t input_bytes;
    /// Number of outputs that use each staged element of the larger input, at least, where D has
    /// modes which that input lacks; 1 where D gets all.
    std::int64_t uses = 1;
};
/// The ways that are tried: a line is the most that a piece of an input gains from, sectors the
/// least that D is written in. Pieces of D of some lines are nearly as good as longer ones, which
/// leaves room for other outputs of the same inputs.
constexpr OuterShares outer_shares[] = {{0, 0},
                                        {2 * sector_bytes, sector_bytes},
                                        {2 * sector_bytes, line_bytes},
                                        {2 * line_bytes, sector_bytes},
                                        {2 * line_bytes, line_bytes},
                                        {4 * line_bytes, 0, 16},
                                        {16 * line_bytes, 0, 8}};

/// Cuts the outputs of a shape into tiles of at most `most` outputs.
class OuterCutter {
public:
    OuterCutter(const DirectShape& shape, std::int64_t most)
        : shape_(shape), most_(most), chunks_(shape.outputs.size(), 1) {}

    /// The chunks. D and the inputs get their shares where there is room, then D gets the rest.
    OuterChunks cut(const OuterShares& shares) {
        if (shares.input_bytes > 0) {
            grow_along_d(divide_up(shares.d_bytes, size_bytes(shape_.dtypes[0])));
            for (const std::size_t operand : {operand_l, operand_r}) {
                const std::int64_t element = size_bytes(shape_.dtypes[operand]);
                grow_along(operand, divide_up(shares.input_bytes, element));
            }
        }
        if (shares.uses > 1) {
            grow_along_d(divide_up(shares.d_bytes, size_bytes(shape_.dtypes[0])));
            grow_uses(shares.uses);
        }
        grow_along_d(most_);
        return chunks_;
    }

private:
    /// Lets the chunk of a mode grow to `wanted` positions where there is room, such that all
    /// chunks of the mode have nearly the same length.
    void grow(std::size_t m, std::int64_t wanted) {
        const std::int64_t extent = shape_.outputs[m].extent;
        const std::int64_t others = size_ / chunks_[m];
        std::int64_t chunk = std::min({extent, wanted, most_ / others});
        if (chunk <= chunks_[m]) return;
        chunk = divide_up(extent, divide_up(extent, chunk));
        if (chunk <= chunks_[m]) return;
        chunks_[m] = chunk;
        size_ = others * chunk;
    }

    /// Lets D's fastest modes grow in turn, until one is cut or the tile has `wanted` of them.
    void grow_along_d(std::int64_t wanted) {
        std::int64_t run = 1;
        for (std::size_t m = 0; m < chunks_.size() && run < wanted; ++m) {
            grow(m, divide_up(wanted, run));
            run *= chunks_[m];
            if (chunks_[m] < shape_.outputs[m].extent) return;
        }
    }

    /// Lets the modes grow in D's order which the larger input lacks, until its elements have
    /// `wanted` outputs each.
    void grow_uses(std::int64_t wanted) {
        std::int64_t uses = 1;
        for (std::size_t m = 0; m < chunks_.size() && uses < wanted; ++m) {
            if (shape_.outputs[m].strides[shape_.larger] != 0) continue;
            grow(m, divide_up(wanted, uses));
            uses *= chunks_[m];
        }
    }

    /// Lets an input's fastest modes grow in turn, until one is cut or the tile has `wanted` of
    /// them. Modes of sums are in a tile as a whole.
    void grow_along(std::size_t operand, std::int64_t wanted) {
        std::vector<std::size_t> order;
        for (std::size_t m = 0; m < chunks_.size(); ++m) {
            if (shape_.outputs[m].strides[operand] != 0) order.push_back(m);
        }
        sort_few(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return stride_key(shape_.outputs[a], operand) < stride_key(shape_.outputs[b], operand);
        });
        std::int64_t run = 1;
        for (const Mode<3>& mode : shape_.sums) {
            const bool is_first =
                order.empty() ||
                stride_key(mode, operand) < stride_key(shape_.outputs[order[0]], operand);
            if (mode.strides[operand] != 0 && is_first) run *= mode.extent;
        }
        for (const std::size_t m : order) {
            if (run >= wanted) return;
            grow(m, divide_up(wanted, run));
            run *= chunks_[m];
            if (chunks_[m] < shape_.outputs[m].extent) return;
        }
    }

    const DirectShape& shape_;
    /// Maximum number of outputs of a tile.
    std::int64_t most_;
    OuterChunks chunks_;
    /// Number of outputs of a tile.
    std::int64_t size_ = 1;
};

}  // namespace

std::vector<OuterChunks> outer_cuts(const DirectShape& shape) {
    std::vector<OuterChunks> cuts;
    for (std::int64_t most = most_outer_outputs; most >= least_outer_outputs; most /= 2) {
        for (const OuterShares& shares : outer_shares) {
            OuterChunks chunks = OuterCutter(shape, most).cut(shares);
            if (std::find(cuts.begin(), cuts.end(), chunks) == cuts.end()) {
                cuts.push_back(std::move(chunks));
            }
        }
    }
    return cuts;
}

OuterRun outer_run(const DirectShape& shape, const OuterChunks& chunks) {
    OuterRun run;
    for (std::size_t m = 0; m < chunks.size(); ++m) {
        if (chunks[m] == 1 || shape.outputs[m].strides[0] != run.outputs) break;
        run.outputs *= chunks[m];
        run.modes = m + 1;
        if (chunks[m] < shape.outputs[m].extent) break;
    }
    return run;
}

std::size_t fast_input(const DirectShape& shape) {
    const bool is_r = !shape.outputs.empty() && shape.output_roles.front() == Role::free_r;
    return is_r ? operand_r : operand_l;
}

int steady_threads(const DirectShape& shape, const OuterChunks& chunks) {
    const std::size_t fast = fast_input(shape);
    const std::size_t slow = fast == operand_l ? operand_r : operand_l;
    std::int64_t outputs = 1;
    std::int64_t period = 1;
    bool is_beyond = false;
    for (std::size_t m = 0; m < chunks.size(); ++m) {
        if (chunks[m] == 1) continue;
        const Mode<3>& mode = shape.outputs[m];
        is_beyond = is_beyond || mode.strides[slow] != 0;
        if (is_beyond && mode.strides[fast] != 0) return 0;
        outputs *= chunks[m];
        if (!is_beyond) period *= chunks[m];
    }
    if (outer_run(shape, chunks).outputs != outputs) return 0;
    const std::int64_t sector =
        std::max<std::int64_t>(1, sector_bytes / size_bytes(shape.dtypes[0]));
    const std::int64_t step = std::lcm(period, sector);
    if (step > most_outer_threads || outputs < 2 * step) return 0;
    return static_cast<int>(std::max<std::int64_t>(1, direct_threads / step) * step);
}

}  // namespace ttgt::cuda
