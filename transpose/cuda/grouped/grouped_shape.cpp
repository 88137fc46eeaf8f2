// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/layout.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "src/core/counts.h"
#include "src/core/rounding.h"
#include "transpose/cuda/grouped/grouped_plan.h"
#include "transpose/cuda/grouped/short_list.h"

namespace ttgt::cuda {
namespace {

/// Bytes of staged elements: some thread blocks fit a multiprocessor beside each other.
constexpr std::int64_t most_stage_bytes = std::int64_t{32} * 1024;
/// Elements of a tile, so that each thread has few of them.
constexpr std::int64_t most_tile_elements = 5120;
/// Entries of a table in shared memory.
constexpr std::int64_t most_table_entries = 1024;
/// Elements of runs on both sides: two sectors of 32 bytes or more. What fits beyond makes the
/// output's runs longer, because sectors that two thread blocks write parts of cost more than
/// sectors that two read.
std::int64_t grouped_run(std::int64_t element_bytes) {
    return std::max<std::int64_t>(16, 64 / element_bytes);
}

struct TiledMode {
    std::int64_t extent, in_stride, out_stride;
};

using TiledModes = ShortList<TiledMode, max_rank>;
using ModeNumbers = ShortList<std::size_t, most_grouped_modes>;

/// The modes with more than one index, sorted by the input's strides, adjacent ones merged.
TiledModes merged_modes(const GroupedBlock& block) {
    TiledModes modes;
    for (std::size_t m = 0; m < block.extents.size(); ++m) {
        if (block.extents[m] == 1) continue;
        modes.push_back({block.extents[m], block.in_strides[m], block.out_strides[m]});
    }
    insertion_sort(modes, [](const TiledMode& mode) {
        return std::pair(std::abs(mode.in_stride), std::abs(mode.out_stride));
    });
    TiledModes merged;
    for (const TiledMode& mode : modes) {
        if (!merged.empty()) {
            TiledMode& last = merged.back();
            if (mode.in_stride == last.in_stride * last.extent &&
                mode.out_stride == last.out_stride * last.extent) {
                last.extent *= mode.extent;
                continue;
            }
        }
        merged.push_back(mode);
    }
    return merged;
}

/// The longest chunk up to `most` for which the chunks of a mode are about equal.
std::int64_t even_chunk(std::int64_t extent, std::int64_t most) {
    return divide_up(extent, divide_up(extent, std::clamp<std::int64_t>(most, 1, extent)));
}

/// Modes, and their numbers by the strides of either side.
struct ModeOrders {
    const TiledModes& modes;
    ModeNumbers in, out;
};

/// Precondition: at most most_grouped_modes modes.
ModeOrders ordered(const TiledModes& modes) {
    ModeOrders orders{modes, {}, {}};
    for (std::size_t m = 0; m < modes.size(); ++m) orders.in.push_back(m);
    orders.out = orders.in;
    insertion_sort(orders.out, [&](std::size_t m) { return std::abs(modes[m].out_stride); });
    return orders;
}

/// The threads that share each run of a tile, as a power of 2, such that few of a thread block's
/// have nothing to do: many, unless fewer take an eighth less time.
std::uint8_t run_threads_log2(std::int64_t run, std::int64_t rows) {
    constexpr int most = std::bit_width(unsigned{grouped_threads}) - 1;
    constexpr int least = 2;
    int best = most;
    std::int64_t best_turns = std::numeric_limits<std::int64_t>::max() / 8;
    for (int log2 = most; log2 >= least; --log2) {
        const std::int64_t threads = std::int64_t{1} << log2;
        const std::int64_t turns =
            divide_up(run, threads) * divide_up(rows, grouped_threads / threads);
        if (turns * 8 >= best_turns * 7) continue;
        best = log2;
        best_turns = turns;
    }
    return static_cast<std::uint8_t>(best);
}

/// A way to cut modes into tiles.
class TileCut {
public:
    explicit TileCut(const ModeOrders& of) : of_(&of) {
        for (std::size_t m = 0; m < of.modes.size(); ++m) chunks_.push_back(1);
    }

    /// Makes the runs of both sides as long as asked for, or as long as the modes are.
    void grow(std::int64_t run) {
        in_fast |= grow_side(of_->in, run);
        out_fast |= grow_side(of_->out, run);
    }

    void take_all(std::size_t mode) { chunks_[mode] = of_->modes[mode].extent; }

    /// Makes the tile larger along one mode after the other, the output's fastest first.
    void fill(std::int64_t most_elements) {
        for (const std::size_t m : of_->out) {
            const std::int64_t before = chunks_[m];
            const std::int64_t room = most_elements / (elements() / before);
            for (std::int64_t chunk = even_chunk(of_->modes[m].extent, room); chunk > before;
                 chunk = even_chunk(of_->modes[m].extent, chunk / 2)) {
                chunks_[m] = chunk;
                if (fits(most_elements)) break;
                chunks_[m] = before;
            }
        }
    }

    [[nodiscard]] std::int64_t elements() const {
        return std::accumulate(chunks_.begin(), chunks_.end(), std::int64_t{1},
                               std::multiplies<>());
    }
    /// Whether tile and tables are small enough.
    [[nodiscard]] bool fits(std::int64_t most_elements) const {
        if (elements() > most_elements) return false;
        const auto is_short = [&](std::uint32_t bits) { return part(bits) <= most_table_entries; };
        return is_short(in_fast) && is_short(~in_fast) && is_short(out_fast) && is_short(~out_fast);
    }
    [[nodiscard]] std::int64_t chunk(std::size_t mode) const { return chunks_[mode]; }
    /// Threads that share a run along the modes in these bits, as a power of 2.
    [[nodiscard]] std::uint8_t threads_log2(std::uint32_t bits) const {
        return run_threads_log2(part(bits), part(~bits));
    }

    std::uint32_t in_fast = 0;   ///< bits of modes
    std::uint32_t out_fast = 0;  ///< bits of modes

private:
    [[nodiscard]] std::uint32_t grow_side(const ModeNumbers& order, std::int64_t run) {
        std::uint32_t fast = 0;
        std::int64_t length = 1;
        for (const std::size_t m : order) {
            const std::int64_t extent = of_->modes[m].extent;
            chunks_[m] = std::max(chunks_[m], even_chunk(extent, divide_up(run, length)));
            fast |= 1U << m;
            length *= chunks_[m];
            if (length >= run || chunks_[m] < extent) break;
        }
        return fast;
    }

    /// Elements of a tile along the modes in these bits.
    [[nodiscard]] std::int64_t part(std::uint32_t bits) const {
        std::int64_t count = 1;
        for (std::size_t m = 0; m < chunks_.size(); ++m) {
            if ((bits >> m & 1U) != 0) count *= chunks_[m];
        }
        return count;
    }

    const ModeOrders* of_;
    ShortList<std::int64_t, most_grouped_modes> chunks_;
};

TileCut best_cut(const ModeOrders& orders, std::int64_t element_bytes) {
    const std::int64_t most = std::min(most_tile_elements, most_stage_bytes / element_bytes);
    TileCut best(orders);
    best.grow(1);
    for (std::int64_t run = 2; run <= grouped_run(element_bytes); run *= 2) {
        TileCut longer(orders);
        longer.grow(run);
        if (!longer.fits(most)) break;
        best = longer;
    }
    best.fill(most);
    return best;
}

/// One tile of everything.
TileCut whole(const ModeOrders& orders) {
    TileCut cut(orders);
    for (std::size_t m = 0; m < orders.modes.size(); ++m) cut.take_all(m);
    return cut;
}

/// Whether the offsets within a tile, and each extent, have 32 bits.
bool has_short_offsets(const TiledModes& modes, const TileCut& cut) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    std::int64_t in = 0;
    std::int64_t out = 0;
    for (std::size_t m = 0; m < modes.size(); ++m) {
        const std::int64_t steps = cut.chunk(m) - 1;
        in = saturating_sum(in, saturating_product({steps, std::abs(modes[m].in_stride)}));
        out = saturating_sum(out, saturating_product({steps, std::abs(modes[m].out_stride)}));
        if (modes[m].extent > most) return false;
    }
    return in <= most && out <= most;
}

}  // namespace

std::optional<GroupedShape> make_grouped_shape(const GroupedBlock& block,
                                               std::int64_t element_bytes) {
    const TiledModes modes = merged_modes(block);
    if (modes.size() > most_grouped_modes) return std::nullopt;
    const ModeOrders orders = ordered(modes);
    std::int64_t elements = 1;
    for (const TiledMode& mode : modes) elements = saturating_product({elements, mode.extent});
    // Small blocks are not cut.
    const bool is_small = elements <= std::int64_t{most_small_elements};
    const TileCut cut = is_small ? whole(orders) : best_cut(orders, element_bytes);
    if (!is_small && !has_short_offsets(modes, cut)) return std::nullopt;
    GroupedShape shape{};
    shape.modes = static_cast<std::int32_t>(modes.size());
    shape.elements = static_cast<std::uint32_t>(
        std::min<std::int64_t>(elements, std::int64_t{most_small_elements} + 1));
    shape.in_fast = cut.in_fast;
    shape.out_fast = cut.out_fast;
    shape.in_threads_log2 = cut.threads_log2(cut.in_fast);
    shape.out_threads_log2 = cut.threads_log2(cut.out_fast);
    std::int64_t below = 1;
    for (std::size_t m = 0; m < modes.size(); ++m) {
        const std::int64_t count = divide_up(modes[m].extent, cut.chunk(m));
        shape.mode[m] = {modes[m].in_stride,
                         modes[m].out_stride,
                         static_cast<std::int32_t>(modes[m].extent),
                         static_cast<std::int32_t>(cut.chunk(m)),
                         static_cast<std::uint32_t>(below),
                         static_cast<std::uint32_t>(count)};
        shape.out_order[m] = static_cast<std::uint8_t>(orders.out[m]);
        below = saturating_product({below, count});
        if (below > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    }
    return shape;
}

bool surely_has_shape(const GroupedBlock& block) {
    constexpr double most = std::numeric_limits<std::int32_t>::max();
    int modes = 0;
    double in = 0;
    double out = 0;
    for (std::size_t m = 0; m < block.extents.size(); ++m) {
        if (block.extents[m] <= 1) continue;
        ++modes;
        const auto steps = static_cast<double>(block.extents[m]);
        in += steps * std::abs(static_cast<double>(block.in_strides[m]));
        out += steps * std::abs(static_cast<double>(block.out_strides[m]));
    }
    return modes <= most_grouped_modes && in < most && out < most;
}

std::int64_t tiles_of(const GroupedShape& shape) {
    std::int64_t tiles = 1;
    for (int m = 0; m < shape.modes; ++m) tiles *= shape.mode[m].count;
    return tiles;
}

}  // namespace ttgt::cuda
