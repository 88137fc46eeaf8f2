// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/plan/gett_index.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <span>

#include "contraction/cuda/direct/direct_arguments.h"
#include "src/core/rounding.h"
#include "src/core/sort_few.h"

namespace ttgt::cuda {
namespace {

/// Length of the chunks that a mode of extent `extent` is cut into for runs of about `run`
/// elements: the whole extent where that is at most half as long again as the run; else `run` where
/// chunks of that length waste little; else the length near `run` that wastes least. If vectors of
/// 4 or 2 elements divide the extent, they divide a length that is found in this last way.
std::int64_t chunk_of(std::int64_t extent, std::int64_t run) {
    if (2 * extent <= 3 * run) return extent;
    const auto waste = [&](std::int64_t chunk) {
        return divide_up(extent, chunk) * chunk - extent;
    };
    // A fourteenth of the extent may be wasted.
    constexpr std::int64_t tolerated = 14;
    if (waste(run) * tolerated <= extent) return run;
    const std::int64_t vector = extent % 4 == 0 ? 4 : extent % 2 == 0 ? 2 : 1;
    std::int64_t best = run;
    for (std::int64_t chunk = align_up(run * 3 / 4, vector); 2 * chunk <= 3 * run;
         chunk += vector) {
        if (chunk > 0 && waste(chunk) < waste(best)) best = chunk;
    }
    return best;
}

/// Where an operand's fastest digit stands in an index with these digits.
IndexRun run_of(const std::vector<IndexDigit>& digits, std::size_t operand) {
    IndexRun run;
    std::int64_t below = 1;
    // The stride, in elements, of a digit that would continue the run.
    std::int64_t next = 0;
    std::int64_t least = most_span;
    for (const IndexDigit& digit : digits) {
        const std::int64_t stride = digit.mode->strides[operand] * digit.below;
        if (stride != 0 && std::abs(stride) < least) {
            least = std::abs(stride);
            run = {below, digit.extent, stride};
            next = stride * digit.extent;
        } else if (stride == next && below == run.begin * run.length && next != 0) {
            run.length *= digit.extent;
            next *= digit.extent;
        }
        below *= digit.extent;
    }
    return run;
}

/// Makes the index of a group, digit by digit.
class IndexMaker {
public:
    explicit IndexMaker(const GroupModes& modes) : modes_(modes) {
        chunks_.fill(1);
        index_.digits.reserve(2 * modes.size());
    }

    /// Adds a run of about `run` elements along an operand to the index. Digits that the index has
    /// already count as part of the run.
    void take(std::size_t operand, std::int64_t run) {
        for (const std::size_t m : by_stride(operand)) {
            if (run <= 1) return;
            const std::int64_t extent = modes_[m].extent;
            if (chunks_[m] == 1) {
                chunks_[m] = chunk_of(extent, run);
                add(m, chunks_[m], 1);
            }
            if (chunks_[m] < extent) return;
            run = divide_up(run, extent);
        }
    }

    /// Adds the remaining digits in the order of an operand's strides, and returns the index. The
    /// numbers of chunks come first: tiles that share lines of memory are then in work at about the
    /// same time.
    GroupIndex finish(std::size_t operand) {
        for (const bool is_cut : {true, false}) {
            for (const std::size_t m : by_stride(operand)) {
                if ((chunks_[m] > 1) != is_cut) continue;
                add(m, divide_up(modes_[m].extent, chunks_[m]), chunks_[m]);
            }
        }
        for (std::size_t o = 0; o < index_.runs.size(); ++o) {
            index_.runs[o] = run_of(index_.digits, o);
        }
        return std::move(index_);
    }

private:
    /// The numbers of the modes, smallest stride first. Takes no memory, because a search makes
    /// many indexes.
    std::span<const std::size_t> by_stride(std::size_t operand) {
        const std::span<std::size_t> order(order_.data(), modes_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        sort_few(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return stride_key(modes_[a], operand) < stride_key(modes_[b], operand);
        });
        return order;
    }

    /// Adds a digit of mode `m`, unless it has one value; `below` is positions of the mode from one
    /// value to the next.
    void add(std::size_t m, std::int64_t extent, std::int64_t below) {
        if (extent == 1) return;
        index_.digits.push_back({&modes_[m], extent, below});
        index_.size *= extent;
    }

    const GroupModes& modes_;
    /// For each mode, positions of a chunk: 1 as long as the mode is not cut.
    std::array<std::int64_t, most_modes> chunks_{};
    /// Memory for by_stride().
    std::array<std::size_t, most_modes> order_{};
    GroupIndex index_;
};

}  // namespace

std::int64_t tile_span(const GroupIndex& index, std::int64_t size, std::size_t operand) {
    std::int64_t below = 1;
    std::int64_t through = 0;
    // Number of elements that the digits above the tile go back when they overflow to zero.
    std::int64_t back = 0;
    std::int64_t carry = 0;
    for (const IndexDigit& digit : index.digits) {
        const std::int64_t stride = digit.mode->strides[operand] * digit.below;
        if (below < size) {
            through += (digit.extent - 1) * std::abs(stride);
        } else {
            carry = std::max(carry, std::abs(stride - back));
            back += (digit.extent - 1) * stride;
        }
        below *= digit.extent;
    }
    return through + carry;
}

bool is_cut_short(const GroupIndex& index, const Mode<3>& mode) {
    std::int64_t values = 1;
    for (const IndexDigit& digit : index.digits) {
        if (digit.mode == &mode) values *= digit.extent;
    }
    return values > mode.extent;
}

GettIndexes::GettIndexes(const DirectShape& shape)
    : shape_(shape),
      given_(given_groups(shape)),
      other_(swapped_groups(shape)),
      batch_(IndexMaker(given_.batch).finish(0)) {}

const GroupIndex& GettIndexes::find(Known& known, const GroupModes& modes, std::size_t first,
                                    std::size_t second, const GettOrder& order) {
    for (const Made& made : known) {
        if (made.order == order) return made.index;
    }
    IndexMaker maker(modes);
    if (order.second_leads) maker.take(second, order.second_run);
    maker.take(first, order.first_run);
    if (!order.second_leads) maker.take(second, order.second_run);
    return known.emplace_back(Made{order, maker.finish(second)}).index;
}

const GroupIndex& GettIndexes::rows(bool swapped, const GettOrder& order) {
    const GettGroups& of = groups(swapped);
    return find(free_[swapped ? 1 : 0], of.rows, of.l, 0, order);
}

const GroupIndex& GettIndexes::columns(bool swapped, const GettOrder& order) {
    const GettGroups& of = groups(swapped);
    return find(free_[swapped ? 0 : 1], of.columns, of.r, 0, order);
}

const GroupIndex& GettIndexes::inner(bool swapped, const GettOrder& order) {
    const GettGroups& of = groups(swapped);
    return find(inner_[swapped ? 1 : 0], of.inner, of.l, of.r, order);
}

}  // namespace ttgt::cuda
