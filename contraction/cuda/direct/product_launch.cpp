// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "contraction/cuda/direct/direct_cost.h"
#include "contraction/cuda/direct/direct_launches.h"
#include "contraction/cuda/direct/position_modes.h"
#include "contraction/cuda/direct/product_memory.h"
#include "contraction/cuda/direct/product_tile.h"
#include "src/core/checked.h"
#include "src/core/element.h"
#include "src/core/rounding.h"
#include "src/core/sort_few.h"

namespace ttgt::cuda {
namespace {

/// Thread instructions to copy an element to shared memory, counted in the compiled kernel
/// (approximate).
constexpr double staged_instructions = 38;
/// Thread instructions to write an output, counted in the compiled kernel (approximate).
constexpr double stored_instructions = 24;
/// Thread instructions of each thread for the tables, counted in the compiled kernel (approximate).
constexpr double block_instructions = 480;
/// Share of a copy's rate that the kernel reaches (measured).
constexpr double product_memory_share = 0.6;
/// Microseconds of a block that has a multiprocessor to itself, without its slices.
constexpr double product_block_us = 1.5;
/// Microseconds of a block's first slice, without its products.
constexpr double first_slice_us = 1.0;
/// Microseconds of the products of an inner position of the first slice; elements of 16 bits are
/// converted first. Later slices load while they multiply.
constexpr double position_us(DType dtype) { return is_half(dtype) ? 0.2 : 0.1; }
/// Microseconds of each later slice of a block: its loads have to arrive before its products.
constexpr double slice_us = 4.0;
/// So many elements that each thread copies take as long again.
constexpr double staged_per_wait = 12;

/// Thread instructions of a product, in those of float32. A complex product is four of them, and
/// takes three times as long again because its register tile spills; float64 has half the lanes.
double product_instructions(DType dtype) {
    const double parts = is_complex(dtype) ? 12 : 1;
    const double width = real_of(dtype) == DType::float64 ? 2 : 1;
    return parts * width;
}

/// Makes the launch of the product kernel for one shape.
class LaunchMaker {
public:
    LaunchMaker(const DirectShape& shape, const Architecture& gpu)
        : shape_(shape), tile_(choose_tile(shape, gpu)) {}

    DirectLaunch make(std::int64_t splits, const Architecture& gpu) {
        arguments_.l = access_of(shape_, 1, {}, {}, 1);
        arguments_.r = access_of(shape_, 2, {}, {}, 1);
        fill_modes();
        make_group(arguments_.batch, batch_group);
        make_group(arguments_.rows, row_group);
        make_group(arguments_.columns, column_group);
        arguments_.slices_per_table = static_cast<std::int32_t>(slices_per_table(tile_));
        make_group(arguments_.inner, inner_group);
        make_threads();
        make_stage(arguments_.stage_l, 1, row_group, table_bytes(tile_));
        const std::int64_t after =
            arguments_.stage_l.offset + stage_bytes(tile_, row_group, shape_.dtypes[0]);
        make_stage(arguments_.stage_r, 2, column_group, after);
        make_splits(splits);
        DirectLaunch launch;
        launch.dtype = shape_.dtypes[0];
        launch.input_dtype = input_dtype(shape_);
        launch.policy = tile_.policy;
        launch.threads = arguments_.threads;
        launch.blocks =
            count_blocks(checked_multiply(count_tiles(tile_), splits, "the number of blocks"), 1);
        launch.shared_bytes =
            static_cast<int>(after + stage_bytes(tile_, column_group, shape_.dtypes[0]));
        for (std::size_t operand = 0; operand < 3; ++operand) {
            launch.alignment[operand] = size_bytes(shape_.dtypes[operand]);
        }
        launch.us = predict_us(work(launch), launch.blocks, gpu);
        launch.arguments = arguments_;
        return launch;
    }

private:
    /// Writes the modes to the arguments, group by group: batch, rows, columns, inner. Within a
    /// group they are in the order of D's strides.
    void fill_modes() {
        std::int32_t filled = 0;
        for (std::size_t group = 0; group < group_count; ++group) {
            groups_[group].first = filled;
            for (const TileMode& mode : tile_.modes) {
                if (mode.group != group) continue;
                ChunkedMode& to = arguments_.mode[filled++];
                const std::int64_t blocks = divide_up(mode.mode.extent, mode.chunk);
                to.chunk = divide_by(mode.chunk);
                to.blocks = divide_by(count_blocks(blocks, 1));
                to.extent = mode.mode.extent;
                for (std::size_t i = 0; i < 3; ++i) to.stride[i] = mode.mode.strides[i];
            }
            groups_[group].modes = filled - groups_[group].first;
            if (group + 1 == inner_group) arguments_.output_modes = filled;
        }
    }

    /// Completes a group, and gives it the next entries of the tables in shared memory.
    void make_group(TileGroup& to, Group group) {
        to = groups_[group];
        to.size = static_cast<std::int32_t>(tile_.size[group]);
        to.pitch = group == inner_group ? to.size * arguments_.slices_per_table : to.size;
        to.table = tables_;
        tables_ += 3 * to.pitch;
        groups_[group] = to;
    }

    /// Distributes a block's threads over the groups of D.
    void make_threads() {
        std::int64_t below = 1;
        for (const Group group : tile_.thread_order) {
            TileGroup& to = group == batch_group ? arguments_.batch
                            : group == row_group ? arguments_.rows
                                                 : arguments_.columns;
            to.thread_below = divide_by(below);
            to.thread_extent = divide_by(tile_.threads[group]);
            below *= tile_.threads[group];
        }
        arguments_.workers = static_cast<std::int32_t>(below);
        constexpr std::int64_t least_threads = 64;
        arguments_.threads =
            static_cast<std::int32_t>(std::max(least_threads, align_up(below, 32)));
    }

    /// The smallest stride in an operand, in elements, of the modes of a group that have several
    /// positions in a tile; the largest integer where there is no such mode.
    std::int64_t fastest_stride(Group group, std::size_t operand) const {
        std::int64_t fastest = std::numeric_limits<std::int64_t>::max();
        for (const TileMode& mode : tile_.modes) {
            const std::int64_t stride = std::abs(mode.mode.strides[operand]);
            if (mode.group == group && mode.chunk > 1 && stride != 0) {
                fastest = std::min(fastest, stride);
            }
        }
        return fastest;
    }

    /// Fills in how a tile of an input is copied. `free` is the input's group of rows or columns;
    /// `offset` is where its shared memory begins, in bytes.
    void make_stage(StageOrder& to, std::size_t operand, Group free, std::int64_t offset) const {
        const StagePitch pitch = stage_pitch(tile_, free);
        std::array<Group, 3> order{free, inner_group, batch_group};
        sort_few(order.begin(), order.end(), [&](Group a, Group b) {
            return fastest_stride(a, operand) < fastest_stride(b, operand);
        });
        to.count = 1;
        for (std::size_t i = 0; i < 3; ++i) {
            const Group group = order[i];
            if (i < 2) to.extent[i] = divide_by(tile_.size[group]);
            const TileGroup& tables = groups_[group];
            to.table[i] = tables.table + static_cast<std::int32_t>(operand) * tables.pitch;
            to.is_inner[i] = group == inner_group ? 1 : 0;
            to.pitch[i] = static_cast<std::int32_t>(group == free          ? 1
                                                    : group == inner_group ? pitch.inner
                                                                           : pitch.batch);
            to.count *= static_cast<std::int32_t>(tile_.size[group]);
        }
        to.inner_step = static_cast<std::int32_t>(pitch.inner);
        to.batch_step = static_cast<std::int32_t>(pitch.batch);
        to.offset = static_cast<std::int32_t>(offset);
    }

    void make_splits(std::int64_t splits) {
        arguments_.slices = count_blocks(count_slices(tile_), 1);
        arguments_.slices_per_split = divide_up(arguments_.slices, splits);
        arguments_.splits = divide_by(splits);
        arguments_.split_stride = splits > 1 ? shape_.output_count : 0;
    }

    /// What the cost model counts of the launch.
    DirectWork work(const DirectLaunch& launch) const {
        const auto element = static_cast<double>(size_bytes(shape_.dtypes[0]));
        const auto blocks = static_cast<double>(launch.blocks);
        const auto slices = static_cast<double>(arguments_.slices_per_split);
        const double staged =
            blocks * slices * (arguments_.stage_l.count + arguments_.stage_r.count);
        const double outputs =
            blocks * static_cast<double>(tile_.size[batch_group] * tile_.size[row_group] *
                                         tile_.size[column_group]);
        const double products = outputs * slices * static_cast<double>(tile_.size[inner_group]);
        const ProductPolicy& policy = product_policies[tile_.policy];
        const double loads = 1.0 / policy.rows + 1.0 / policy.columns;
        DirectWork work;
        work.memory_bytes = memory_bytes(shape_) / product_memory_share;
        work.cache_bytes = element * (staged + outputs);
        work.instructions = staged_instructions * staged + stored_instructions * outputs +
                            block_instructions * blocks * launch.threads +
                            products * (product_instructions(shape_.dtypes[0]) + 2 * loads);
        work.resident_blocks = static_cast<int>(
            std::clamp<std::int64_t>(160 * 1024 / (launch.shared_bytes + 1024), 1, 4));
        const double staged_each =
            static_cast<double>(arguments_.stage_l.count + arguments_.stage_r.count) /
            launch.threads;
        const double first_us = first_slice_us + position_us(shape_.dtypes[0]) *
                                                     static_cast<double>(tile_.size[inner_group]);
        const double later_us = slice_us * (1 + staged_each / staged_per_wait);
        work.blocks_in_turn_us = product_block_us + first_us + later_us * (slices - 1);
        return work;
    }

    const DirectShape& shape_;
    ProductTile tile_;
    /// The groups of the tile by Group, as they are in the arguments.
    std::array<TileGroup, group_count> groups_{};
    /// Number of entries of shared memory, 8 bytes each, that groups' tables have taken.
    std::int32_t tables_ = 0;
    ProductArguments arguments_{};
};

}  // namespace

DirectLaunch product_launch(const DirectShape& shape, std::int64_t splits,
                            const Architecture& gpu) {
    return LaunchMaker(shape, gpu).make(splits, gpu);
}

double least_product_us(const DirectShape& shape, const Architecture& gpu) {
    DirectWork work;
    work.memory_bytes = (shape.bytes[0] + shape.bytes[1] + shape.bytes[2]) / product_memory_share;
    work.instructions = static_cast<double>(shape.output_count) *
                        static_cast<double>(shape.sum_count) *
                        product_instructions(shape.dtypes[0]);
    work.blocks_in_turn_us = product_block_us + first_slice_us;
    return predict_us(work, 1, gpu);
}

std::int64_t product_splits(const DirectShape& shape, std::int64_t scratch_bytes,
                            const Architecture& gpu) {
    constexpr std::int64_t least_slices = 8;
    const ProductTile tile = choose_tile(shape, gpu);
    const std::int64_t tiles = count_tiles(tile);
    const std::int64_t slices = count_slices(tile);
    const std::int64_t by_device = std::int64_t{gpu.multiprocessors} * 3 / tiles;
    const std::int64_t by_scratch =
        scratch_bytes / (shape.output_count * size_bytes(shape.dtypes[0]));
    const std::int64_t splits = std::min({by_device, by_scratch, slices / least_slices});
    if (splits < 2) return 1;
    return divide_up(slices, divide_up(slices, splits));
}

}  // namespace ttgt::cuda
