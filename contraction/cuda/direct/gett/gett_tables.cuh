// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/gett_arguments.h"
#include "transpose/cuda/tile_walk.cuh"

namespace ttgt::cuda {

/// The operands whose strides a table has.
enum GettOperand : int { gett_d, gett_l, gett_r };

/// Offsets in two operands.
struct OffsetPair {
    std::int64_t first;
    std::int64_t second;
};

/// Offsets of an index of a group; both `outside` where it is beyond the group, or beyond a mode of
/// it that is split.
template <int first, int second>
__device__ inline OffsetPair offsets_of(const GettArguments& arguments, const GettGroup& group,
                                        std::uint32_t index) {
    if (index >= static_cast<std::uint32_t>(group.size)) return {outside, outside};
    OffsetPair at{0, 0};
    std::uint32_t position[2] = {0, 0};
#pragma unroll 1
    for (int i = 0; i < group.digits; ++i) {
        const GettDigit& digit = arguments.digit[group.first + i];
        std::uint32_t value = index;
        if (i + 1 < group.digits) {
            const std::uint32_t above = quotient(index, digit.extent);
            value = index - above * digit.extent.value;
            index = above;
        }
        at.first += value * digit.stride[first];
        at.second += value * digit.stride[second];
        position[0] += value * static_cast<std::uint32_t>(digit.weight[0]);
        position[1] += value * static_cast<std::uint32_t>(digit.weight[1]);
    }
    if (position[0] >= static_cast<std::uint32_t>(group.limit[0]) ||
        position[1] >= static_cast<std::uint32_t>(group.limit[1])) {
        return {outside, outside};
    }
    return at;
}

/// Stands for "outside" among 32-bit offsets of rows or columns.
inline constexpr std::int32_t outside_tile = -2147483647 - 1;

__device__ inline void put_offset(std::int64_t offset, std::int64_t& to) { to = offset; }
__device__ inline void put_offset(std::int64_t offset, std::int32_t& to) {
    to = offset > lowest_offset ? static_cast<std::int32_t>(offset) : outside_tile;
}

/// Fills `count` entries of two tables from index `begin` on; those from `end` on are outside.
template <int first, int second, class First, class Second>
__device__ inline void fill_tables(const GettArguments& arguments, const GettGroup& group,
                                   std::int64_t begin, std::int64_t end, int count, int threads,
                                   First* of_first, Second* of_second) {
    for (int i = static_cast<int>(threadIdx.x); i < count; i += threads) {
        OffsetPair at{outside, outside};
        if (begin + i < end) {
            at = offsets_of<first, second>(arguments, group, static_cast<std::uint32_t>(begin + i));
        }
        put_offset(at.first, of_first[i]);
        put_offset(at.second, of_second[i]);
    }
}

/// Where a tile of D lies.
struct GettPlace {
    int row_tile;
    int column_tile;
    int batch;
    int split;
};

/// Blocks go through the tiles of a split before the next; through row tiles by groups of `raster`
/// that share each tile of columns while it is in L2.
__device__ inline GettPlace place_of(const GettArguments& arguments, int block) {
    GettPlace place{};
    place.split = block / arguments.tiles;
    const int tile = block - place.split * arguments.tiles;
    const int per_batch = arguments.row_tiles * arguments.column_tiles;
    place.batch = tile / per_batch;
    const int in_batch = tile - place.batch * per_batch;
    const int per_group = arguments.raster * arguments.column_tiles;
    const int group = in_batch / per_group;
    const int in_group = in_batch - group * per_group;
    const int first = group * arguments.raster;
    const int rows = min(arguments.raster, arguments.row_tiles - first);
    place.column_tile = in_group / rows;
    place.row_tile = first + in_group - place.column_tile * rows;
    return place;
}

}  // namespace ttgt::cuda
