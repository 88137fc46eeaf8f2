// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/product_tile.h"
#include "contraction/cuda/direct/product_memory.h"

#include <algorithm>
#include <cstdlib>

#include "src/core/checked.h"
#include "src/core/rounding.h"
#include "src/core/sort_few.h"

namespace ttgt::cuda {
namespace {

/// Maximum number of bytes of shared memory of a block whose tile has all inner positions, or a
/// single one.
constexpr std::int64_t most_stage_bytes = std::int64_t{44} * 1024;
/// Maximum number of bytes of shared memory of a block whose tile has some of several inner
/// positions.
constexpr std::int64_t good_stage_bytes = std::int64_t{36} * 1024;
constexpr std::array<Group, 3> output_groups{batch_group, row_group, column_group};

using Sizes = std::array<std::int64_t, group_count>;

Group group_of(std::optional<Role> output) {
    if (output == Role::free_l) return row_group;
    return output == Role::free_r ? column_group : batch_group;
}

/// Chooses how D is cut into tiles for a shape.
class TileChooser {
public:
    TileChooser(const DirectShape& shape, const Architecture& gpu) : shape_(shape) {
        for (std::size_t i = 0; i < shape.outputs.size(); ++i) {
            add(shape.outputs[i], group_of(shape.output_roles[i]));
        }
        for (const Mode<3>& mode : shape.sums) add(mode, inner_group);
        for (std::size_t operand = 0; operand < 3; ++operand) order_[operand] = by_stride(operand);
        if (!shape.outputs.empty()) fast_ = tile_.modes.front().group;
        tile_.policy = choose_policy(gpu);
        order_groups();
    }

    /// The tile. Blocks get fewer threads, down to 64, while there are too few blocks to give each
    /// multiprocessor three of them.
    ProductTile choose(const Architecture& gpu) {
        constexpr std::int64_t least_threads = 64;
        const std::int64_t wanted = std::int64_t{gpu.multiprocessors} * 3;
        choose_once();
        while (budget_ > least_threads && count_tiles(tile_) < wanted) {
            budget_ /= 2;
            choose_once();
        }
        return tile_;
    }

private:
    /// Cuts the modes for the present number of threads: as many inner positions as shared memory
    /// has room for, and smaller tiles of D where a single inner position does not fit.
    void choose_once() {
        std::int64_t inner = 32;
        Sizes caps = thread_caps();
        while (true) {
            caps[inner_group] = inner;
            cut(caps);
            const std::int64_t bytes = shared_bytes();
            const bool is_whole = tile_.size[inner_group] >= volume_[inner_group];
            if (bytes <= (is_whole || inner == 1 ? most_stage_bytes : good_stage_bytes)) break;
            if (inner > 1) {
                inner /= 2;
            } else {
                std::int64_t& largest = *std::max_element(caps.begin(), caps.end() - 1);
                largest = std::max<std::int64_t>(1, largest / 2);
            }
        }
    }

    void add(const Mode<3>& mode, Group group) {
        tile_.modes.push_back({mode, group, 1});
        volume_[group] = checked_multiply(volume_[group], mode.extent, "the size of a product");
    }

    /// The register tile: an index of product_policies.
    int choose_policy(const Architecture& gpu) const {
        // With fewer outputs than this, more threads are worth more than less work for each.
        const std::int64_t few = std::int64_t{gpu.multiprocessors} * 1024;
        constexpr std::int64_t long_row = 64;
        constexpr std::int64_t long_sum = 512;
        const std::int64_t rows = volume_[row_group];
        const std::int64_t columns = volume_[column_group];
        const std::int64_t along = fast_ == column_group ? columns : rows;
        const std::int64_t across = fast_ == column_group ? rows : columns;
        const bool is_square = std::min(rows, columns) >= 3;
        const bool is_long = is_square && shape_.sum_count >= long_sum;
        if (shape_.output_count < few && !is_long) return one_output;
        if (is_long || (is_square && (fast_ == batch_group || along >= long_row))) return square;
        if (across < 6 && volume_[batch_group] >= 4) return four_of_batch;
        if (across >= 3) return fast_ == column_group ? eight_rows : eight_columns;
        return fast_ == column_group ? eight_columns : eight_rows;
    }

    /// Orders the output groups by D's strides, for the numbers of threads.
    void order_groups() {
        tile_.thread_order = output_groups;
        sort_few(tile_.thread_order.begin(), tile_.thread_order.end(),
                 [&](Group a, Group b) { return first_of(a) < first_of(b); });
    }
    std::size_t first_of(Group group) const {
        std::size_t first = 0;
        while (first < tile_.modes.size() && tile_.modes[first].group != group) ++first;
        return first;
    }

    /// The most index tuples of each output group in a tile. Threads are distributed first along
    /// the group with D's fastest mode, up to a warp (half a warp with square register tiles), then
    /// along rows and columns up to the same number, then in D's order while threads remain.
    Sizes thread_caps() const {
        std::array<std::int64_t, 3> threads{1, 1, 1};
        const auto grow = [&](Group group, std::int64_t most) {
            const std::int64_t left =
                budget_ / (threads[0] * threads[1] * threads[2] / threads[group]);
            const std::int64_t useful =
                divide_up(volume_[group], register_outputs(tile_.policy, group));
            threads[group] = std::max(threads[group], std::min({left, useful, most}));
        };
        const bool has_square = tile_.policy == square;
        grow(fast_, has_square ? 16 : 32);
        grow(row_group, has_square ? 16 : 32);
        grow(column_group, has_square ? 16 : 32);
        for (const Group group : tile_.thread_order) grow(group, budget_);
        Sizes caps{1, 1, 1, 1};
        for (const Group group : output_groups) {
            caps[group] = threads[group] * register_outputs(tile_.policy, group);
        }
        return caps;
    }

    /// Cuts the modes into chunks of at most `caps` index tuples per group: runs of neighbours in
    /// D, L and R of 4, then 8, 16 and 32 elements where there is room; then all modes grow while
    /// there is room.
    void cut(const Sizes& caps) {
        for (TileMode& mode : tile_.modes) mode.chunk = 1;
        tile_.size = {1, 1, 1, 1};
        for (const std::int64_t run : {4, 8, 16, 32}) {
            for (const std::size_t operand : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
                cut_run(operand, run, caps);
            }
        }
        for (TileMode& mode : tile_.modes) grow(mode, mode.mode.extent, caps);
    }

    /// Lets the chunks of an operand's fastest modes grow until the tile has `wanted` neighbours of
    /// it.
    void cut_run(std::size_t operand, std::int64_t wanted, const Sizes& caps) {
        std::int64_t run = 1;
        for (const std::size_t m : order_[operand]) {
            TileMode& mode = tile_.modes[m];
            grow(mode, divide_up(wanted, run), caps);
            run *= mode.chunk;
            if (mode.chunk < mode.mode.extent || run >= wanted) return;
        }
    }

    /// The numbers of the modes that an operand has, smallest stride first.
    std::vector<std::size_t> by_stride(std::size_t operand) const {
        const auto stride = [&](std::size_t m) {
            return std::abs(tile_.modes[m].mode.strides[operand]);
        };
        std::vector<std::size_t> order;
        order.reserve(tile_.modes.size());
        for (std::size_t m = 0; m < tile_.modes.size(); ++m) {
            if (stride(m) != 0) order.push_back(m);
        }
        sort_few(order.begin(), order.end(),
                 [&](std::size_t a, std::size_t b) { return stride(a) < stride(b); });
        return order;
    }

    /// Lets the chunk of a mode grow to at least `wanted` positions where `caps` has room, such
    /// that all chunks of the mode have nearly the same length.
    void grow(TileMode& mode, std::int64_t wanted, const Sizes& caps) {
        std::int64_t& size = tile_.size[mode.group];
        const std::int64_t others = size / mode.chunk;
        std::int64_t chunk = std::min({mode.mode.extent, wanted, caps[mode.group] / others});
        if (chunk <= mode.chunk) return;
        chunk = divide_up(mode.mode.extent, divide_up(mode.mode.extent, chunk));
        if (chunk <= mode.chunk) return;
        mode.chunk = chunk;
        size = others * chunk;
    }

    /// Bytes of shared memory of a block.
    std::int64_t shared_bytes() {
        share_threads();
        return table_bytes(tile_) + stage_bytes(tile_, row_group, shape_.dtypes[0]) +
               stage_bytes(tile_, column_group, shape_.dtypes[0]);
    }

    /// Gives each output group the threads that its register tiles need.
    void share_threads() {
        for (const Group group : output_groups) {
            tile_.threads[group] =
                divide_up(tile_.size[group], register_outputs(tile_.policy, group));
        }
    }

    const DirectShape& shape_;
    ProductTile tile_;
    /// For D, L and R, the numbers of its modes, smallest stride first.
    std::array<std::vector<std::size_t>, 3> order_;
    /// Index tuples of each group in the whole product.
    Sizes volume_{1, 1, 1, 1};
    /// The group with D's fastest mode.
    Group fast_ = batch_group;
    /// Number of threads of a block.
    std::int64_t budget_ = direct_threads;
};

}  // namespace

ProductTile choose_tile(const DirectShape& shape, const Architecture& gpu) {
    return TileChooser(shape, gpu).choose(gpu);
}

}  // namespace ttgt::cuda
