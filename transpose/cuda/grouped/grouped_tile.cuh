// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "transpose/cuda/grouped/grouped_arguments.h"

namespace ttgt::cuda {

/// A mode of a tile, as one side sees it. Strides and places count elements.
struct alignas(16) GroupedDigit {
    std::int32_t extent;
    float reciprocal;     ///< of the extent
    std::int32_t stride;  ///< in this side's array
    std::int32_t place;   ///< distance of neighbours among the staged elements
};

/// One side of a tile: runs along its fast modes, and rows, which are the numbers along the others.
struct GroupedSide {
    GroupedDigit digit[most_grouped_modes];  ///< the smallest stride of this side first
    std::int32_t modes;
    std::uint32_t fast;  ///< bit m is set where digit m belongs to the run
    std::int32_t run;    ///< elements
    std::int32_t rows;
    std::int32_t threads_log2;  ///< 2 to this power are the threads that share a run
};

/// A tile of the grouped kernel: where it begins, and its sides.
struct GroupedTile {
    const char* in;  ///< its first element in the input
    char* out;       ///< its first element in the output
    GroupedSide read, written;
    std::int32_t pitch;   ///< staged elements from one row of the input to the next
    std::uint32_t flags;  ///< bits such as grouped_reads
};

/// Tables of one side in shared memory. An element's place is the sum of its two entries'.
struct GroupedTables {
    GroupedPair* run;
    GroupedPair* rows;
};

/// The address of an item's array.
__device__ inline char* grouped_address(const GroupedArguments& arguments, int array,
                                        std::uint32_t block, std::int64_t bytes) {
    const GroupedPlaces places = arguments.places[array];
    return places.base + (places.bytes == nullptr ? 0 : places.bytes[block]) + bytes;
}

/// Offsets of an element in both arrays.
struct SmallOffsets {
    std::int64_t in, out;
};

/// Those of element `number` of a shape, in the output's order.
__device__ inline SmallOffsets small_offsets(const GroupedShape& shape, std::uint32_t number) {
    SmallOffsets at{0, 0};
    for (int i = 0; i < shape.modes; ++i) {
        const GroupedMode& mode = shape.mode[shape.out_order[i]];
        const auto extent = static_cast<std::uint32_t>(mode.extent);
        const std::uint32_t above = number / extent;
        const auto digit = static_cast<std::int64_t>(number - above * extent);
        at.in += digit * mode.in_stride;
        at.out += digit * mode.out_stride;
        number = above;
    }
    return at;
}

/// What a lane knows of the lanes of its warp.
struct LaneProduct {
    std::int32_t before;  ///< product of the lanes before it
    std::int32_t all;
};

/// The products of the values of lanes 0 to most_grouped_modes - 1, which a whole warp passes.
__device__ inline LaneProduct product_of_lanes(std::int32_t value) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    LaneProduct product{1, value};
    for (int step = 1; step < most_grouped_modes; step *= 2) {
        const std::int32_t others =
            static_cast<std::int32_t>(__shfl_xor_sync(~0U, std::int64_t{product.all}, step));
        if ((lane & step) != 0) product.before *= others;
        product.all *= others;
    }
    return product;
}

/// Writes a side of a tile. A whole warp must call this: lane m passes digit m and whether the run
/// goes along it.
__device__ inline void write_side(GroupedSide& side, const GroupedDigit& digit, bool is_fast,
                                  int modes, int threads_log2) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const std::int32_t run = product_of_lanes(is_fast ? digit.extent : 1).all;
    const std::int32_t rows = product_of_lanes(is_fast ? 1 : digit.extent).all;
    const std::uint32_t fast = __reduce_or_sync(~0U, is_fast ? 1U << lane : 0U);
    if (lane < modes) side.digit[lane] = digit;
    if (lane != 0) return;
    side.modes = modes;
    side.fast = fast;
    side.run = run;
    side.rows = rows;
    side.threads_log2 = threads_log2;
}

/// What lane m knows of mode m of a tile.
struct LaneMode {
    GroupedDigit digit;  ///< as the input sees it
    std::int32_t out_stride;
    std::int64_t in, out;  ///< elements from the block's begin to the tile's
};

/// Mode m of tile `number` of an item, for lane m; one without elements beyond the last mode.
__device__ inline LaneMode lane_mode(const GroupedShape& shape, std::uint32_t number) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    if (lane >= shape.modes) return {{1, 1.0F, 0, 0}, 0, 0, 0};
    const GroupedMode mode = shape.mode[lane];
    const std::int32_t begin =
        static_cast<std::int32_t>(number / mode.below % mode.count) * mode.chunk;
    const std::int32_t extent = min(mode.chunk, mode.extent - begin);
    // A stride counts where the extent is not 1, and then has 32 bits.
    return {
        {extent, 1.0F / static_cast<float>(extent), static_cast<std::int32_t>(mode.in_stride), 0},
        static_cast<std::int32_t>(mode.out_stride),
        begin * mode.in_stride,
        begin * mode.out_stride};
}

/// The sum of what the lanes of a warp pass, where only lanes below most_grouped_modes pass numbers
/// other than 0; right for lane 0.
__device__ inline std::int64_t sum_of_lanes(std::int64_t value) {
    for (int step = most_grouped_modes / 2; step > 0; step /= 2) {
        value += __shfl_xor_sync(~0U, value, step);
    }
    return value;
}

/// Writes both sides of a tile; its staged elements adjoin along the input's fast modes. A whole
/// warp must call this.
__device__ inline void write_sides(const GroupedShape& shape, LaneMode mode, GroupedTile& tile) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const bool is_fast = (shape.in_fast >> lane & 1U) != 0;
    const LaneProduct along_run = product_of_lanes(is_fast ? mode.digit.extent : 1);
    const LaneProduct along_rows = product_of_lanes(is_fast ? 1 : mode.digit.extent);
    // An odd pitch, so that neighbours in a column lie in different banks.
    const std::int32_t pitch = along_run.all | 1;
    mode.digit.place = is_fast ? along_run.before : along_rows.before * pitch;
    write_side(tile.read, mode.digit, is_fast, shape.modes, shape.in_threads_log2);
    if (lane == 0) tile.pitch = pitch;
    const int from = lane < shape.modes ? shape.out_order[lane] : most_grouped_modes;
    const GroupedDigit digit{
        __shfl_sync(~0U, mode.digit.extent, from), __shfl_sync(~0U, mode.digit.reciprocal, from),
        __shfl_sync(~0U, mode.out_stride, from), __shfl_sync(~0U, mode.digit.place, from)};
    write_side(tile.written, digit, (shape.out_fast >> from & 1U) != 0, shape.modes,
               shape.out_threads_log2);
}

/// Finds tile `number` of the launch. A whole warp must call this.
__device__ inline void find_grouped_tile(const GroupedArguments& arguments, std::uint32_t number,
                                         GroupedTile& tile) {
    const GroupedItem item = arguments.items[arguments.tile_items[number]];
    const GroupedShape& shape = arguments.shapes[item.shape];
    const LaneMode mode = lane_mode(shape, number - item.first_tile);
    const std::int64_t in = sum_of_lanes(mode.in);
    const std::int64_t out = sum_of_lanes(mode.out);
    if (threadIdx.x % 32 == 0) {
        tile.in = grouped_address(arguments, item.in_array, item.in_block, item.in_bytes) +
                  in * arguments.in_element_bytes;
        tile.out = grouped_address(arguments, item.out_array, item.out_block, item.out_bytes) +
                   out * arguments.out_element_bytes;
        tile.flags = item.flags;
    }
    write_sides(shape, mode, tile);
}

/// Offset and place of a number along the digits in the bits of `digits`. Numbers are below 2^13,
/// so that a multiplication in single precision divides them exactly.
__device__ inline GroupedPair grouped_pair(const GroupedSide& side, std::uint32_t digits,
                                           std::int32_t number) {
    GroupedPair at{0, 0};
    for (int m = 0; m < side.modes; ++m) {
        if ((digits >> m & 1U) == 0) continue;
        const GroupedDigit digit = side.digit[m];
        const auto above =
            static_cast<std::int32_t>((static_cast<float>(number) + 0.5F) * digit.reciprocal);
        const std::int32_t its = number - above * digit.extent;
        at.offset += its * digit.stride;
        at.place += its * digit.place;
        number = above;
    }
    return at;
}

/// Fills the tables of a side; all threads take part, between two barriers.
__device__ inline void fill_tables(const GroupedSide& side, const GroupedTables& tables) {
    for (int i = static_cast<int>(threadIdx.x); i < side.run + side.rows; i += grouped_threads) {
        if (i < side.run) {
            tables.run[i] = grouped_pair(side, side.fast, i);
        } else {
            tables.rows[i - side.run] = grouped_pair(side, ~side.fast, i - side.run);
        }
    }
}

}  // namespace ttgt::cuda
