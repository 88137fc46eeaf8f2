// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "transpose/cuda/grouped/grouped_arguments.h"

namespace ttgt::cuda {

/// A tile of the grouped kernel: where it begins, and its extents.
struct GroupedTile {
    const char* in;  ///< its first element in the input
    char* out;       ///< its first element in the output
    std::uint32_t shape;
    std::uint32_t flags;   ///< bits such as grouped_reads
    std::uint32_t is_new;  ///< not 0 where the tile before has another shape or other extents
    std::int32_t extent[most_grouped_modes];
};

/// How many elements of a tile are along its fast modes and along the others, on each side.
struct GroupedCounts {
    std::int32_t in_fast, in_slow, out_fast, out_slow;
    std::int32_t pitch;  ///< staged elements from one slow place of the input to the next
};

/// Offset in the output and place among the staged elements.
struct GroupedPair {
    std::int32_t offset, place;
};

/// Tables in shared memory: for each number along a side's fast modes or along the others, what is
/// added to the tile's begin. A staged element's place is the sum of its entries' on a side.
struct GroupedTables {
    std::int32_t* in_fast;
    std::int32_t* in_slow;
    GroupedPair* out_fast;
    GroupedPair* out_slow;
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

/// Finds tile `number` of the launch; `item` is its item or an earlier one, and becomes its item.
/// A whole warp must call this: lane m takes mode m. `before` is the tile before, or null.
__device__ inline void find_grouped_tile(const GroupedArguments& arguments, std::uint32_t number,
                                         std::uint32_t& item, const GroupedTile* before,
                                         GroupedTile& found) {
    while (number >= arguments.items[item + 1].first_tile) ++item;
    const GroupedItem its = arguments.items[item];
    const GroupedShape& shape = arguments.shapes[its.shape];
    const int lane = static_cast<int>(threadIdx.x) % 32;
    std::int64_t in = 0;
    std::int64_t out = 0;
    std::int32_t extent = 1;
    if (lane < shape.modes) {
        const GroupedMode mode = shape.mode[lane];
        const std::uint32_t digit = (number - its.first_tile) / mode.below % mode.count;
        const std::int32_t begin = static_cast<std::int32_t>(digit) * mode.chunk;
        extent = min(mode.chunk, mode.extent - begin);
        in = begin * mode.in_stride;
        out = begin * mode.out_stride;
    }
    for (int step = most_grouped_modes / 2; step > 0; step /= 2) {
        in += __shfl_xor_sync(~0U, in, step);
        out += __shfl_xor_sync(~0U, out, step);
    }
    bool differs = before == nullptr || before->shape != its.shape;
    if (!differs && lane < shape.modes) differs = before->extent[lane] != extent;
    const std::uint32_t is_new = __reduce_or_sync(~0U, differs ? 1U : 0U);
    if (lane < most_grouped_modes) found.extent[lane] = extent;
    if (lane != 0) return;
    found.in = grouped_address(arguments, its.in_array, its.in_block, its.in_bytes) +
               in * arguments.in_element_bytes;
    found.out = grouped_address(arguments, its.out_array, its.out_block, its.out_bytes) +
                out * arguments.out_element_bytes;
    found.shape = its.shape;
    found.flags = its.flags;
    found.is_new = is_new;
}

/// Finds a tile's counts, and for each mode the distance of neighbours among the staged elements:
/// those along the input's fast modes adjoin. One thread calls it.
__device__ inline void count_grouped_tile(const GroupedShape& shape, const GroupedTile& tile,
                                          GroupedCounts& counts, std::int32_t* place_strides) {
    GroupedCounts found{1, 1, 1, 1, 1};
    for (int m = 0; m < shape.modes; ++m) {
        const std::int32_t extent = tile.extent[m];
        const bool is_fast = (shape.in_fast >> m & 1U) != 0;
        if (is_fast) place_strides[m] = found.in_fast;
        (is_fast ? found.in_fast : found.in_slow) *= extent;
        ((shape.out_fast >> m & 1U) != 0 ? found.out_fast : found.out_slow) *= extent;
    }
    found.pitch = found.in_fast | 1;
    std::int32_t stride = found.pitch;
    for (int m = 0; m < shape.modes; ++m) {
        if ((shape.in_fast >> m & 1U) != 0) continue;
        place_strides[m] = stride;
        stride *= tile.extent[m];
    }
    counts = found;
}

/// The offset in the input of a number along the modes in the bits of `modes`.
__device__ inline std::int32_t grouped_in_offset(const GroupedShape& shape, const GroupedTile& tile,
                                                 std::uint32_t modes, std::uint32_t number) {
    std::int64_t offset = 0;
    for (int m = 0; m < shape.modes; ++m) {
        if ((modes >> m & 1U) == 0) continue;
        const auto extent = static_cast<std::uint32_t>(tile.extent[m]);
        const std::uint32_t above = number / extent;
        offset += static_cast<std::int64_t>(number - above * extent) * shape.mode[m].in_stride;
        number = above;
    }
    return static_cast<std::int32_t>(offset);
}

/// Offset in the output and staged place of a number along the modes in the bits of `modes`, in the
/// output's order.
__device__ inline GroupedPair grouped_out_pair(const GroupedShape& shape, const GroupedTile& tile,
                                               const std::int32_t* place_strides,
                                               std::uint32_t modes, std::uint32_t number) {
    std::int64_t offset = 0;
    std::int32_t place = 0;
    for (int i = 0; i < shape.modes; ++i) {
        const int m = shape.out_order[i];
        if ((modes >> m & 1U) == 0) continue;
        const auto extent = static_cast<std::uint32_t>(tile.extent[m]);
        const std::uint32_t above = number / extent;
        const auto digit = static_cast<std::int32_t>(number - above * extent);
        offset += digit * shape.mode[m].out_stride;
        place += digit * place_strides[m];
        number = above;
    }
    return {static_cast<std::int32_t>(offset), place};
}

/// Fills the tables for a tile; all threads take part, between two barriers.
__device__ inline void fill_grouped_tables(const GroupedShape& shape, const GroupedTile& tile,
                                           const GroupedCounts& counts,
                                           const std::int32_t* place_strides,
                                           const GroupedTables& tables) {
    const int t = static_cast<int>(threadIdx.x);
    for (int i = t; i < counts.in_fast; i += grouped_threads) {
        tables.in_fast[i] =
            grouped_in_offset(shape, tile, shape.in_fast, static_cast<std::uint32_t>(i));
    }
    for (int i = t; i < counts.in_slow; i += grouped_threads) {
        tables.in_slow[i] =
            grouped_in_offset(shape, tile, ~shape.in_fast, static_cast<std::uint32_t>(i));
    }
    for (int i = t; i < counts.out_fast; i += grouped_threads) {
        tables.out_fast[i] = grouped_out_pair(shape, tile, place_strides, shape.out_fast,
                                              static_cast<std::uint32_t>(i));
    }
    for (int i = t; i < counts.out_slow; i += grouped_threads) {
        tables.out_slow[i] = grouped_out_pair(shape, tile, place_strides, ~shape.out_fast,
                                              static_cast<std::uint32_t>(i));
    }
}

}  // namespace ttgt::cuda
