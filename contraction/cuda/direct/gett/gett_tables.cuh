// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/gett_arguments.h"
#include "transpose/cuda/kernels/tile_walk.cuh"

namespace ttgt::cuda {

/// The operands whose strides a table has.
enum GettOperand : int { gett_d, gett_l, gett_r };

/// Offsets in two operands.
struct OffsetPair {
    std::int64_t first;
    std::int64_t second;
};

/// An index of a group.
struct IndexPlace {
    OffsetPair offsets{0, 0};
    std::uint32_t position[2] = {0, 0};  ///< in the modes that are split

    __device__ bool is_inside(const GettGroup& group, std::uint32_t index) const {
        return index < static_cast<std::uint32_t>(group.size) &&
               position[0] < static_cast<std::uint32_t>(group.limit[0]) &&
               position[1] < static_cast<std::uint32_t>(group.limit[1]);
    }
};

__device__ inline IndexPlace index_place(const GettArguments& arguments, const GettGroup& group,
                                         std::uint32_t index, GettOperand first,
                                         GettOperand second) {
    IndexPlace at;
#pragma unroll 1
    for (int i = 0; i < group.digits; ++i) {
        const GettDigit& digit = arguments.digit[group.first + i];
        std::uint32_t value = index;
        if (i + 1 < group.digits) {
            const std::uint32_t above = quotient(index, digit.extent);
            value = index - above * digit.extent.value;
            index = above;
        }
        at.offsets.first += value * digit.stride[first];
        at.offsets.second += value * digit.stride[second];
        at.position[0] += value * static_cast<std::uint32_t>(digit.weight[0]);
        at.position[1] += value * static_cast<std::uint32_t>(digit.weight[1]);
    }
    return at;
}

/// Offsets of an index of a group in two operands; both `outside` where it is beyond the group, or
/// beyond a mode of it that is split.
__device__ inline OffsetPair offsets_of(const GettArguments& arguments, const GettGroup& group,
                                        std::uint32_t index, GettOperand first,
                                        GettOperand second) {
    const IndexPlace at = index_place(arguments, group, index, first, second);
    return at.is_inside(group, index) ? at.offsets : OffsetPair{outside, outside};
}

__device__ inline std::int32_t low_bits(std::int64_t offset) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(offset));
}

/// Where a tile of D lies.
struct GettPlace {
    int row_tile;
    int column_tile;
    int batch;
    int split;
};

__device__ inline GettPlace place_of(const GettTiling& tiling, int item) {
    const auto number = static_cast<std::uint32_t>(item);
    const std::uint32_t split = quotient(number, tiling.tiles);
    const std::uint32_t tile = number - split * tiling.tiles.value;
    const std::uint32_t batch = quotient(tile, tiling.batch_tiles);
    const std::uint32_t in_batch = tile - batch * tiling.batch_tiles.value;
    const std::uint32_t band = quotient(in_batch, tiling.band_tiles);
    const std::uint32_t in_band = in_batch - band * tiling.band_tiles.value;
    const bool is_last = band == static_cast<std::uint32_t>(tiling.last_band);
    const Divisor& rows = is_last ? tiling.last_band_rows : tiling.band_rows;
    const std::uint32_t column = quotient(in_band, rows);
    const std::uint32_t row = band * tiling.band_rows.value + in_band - column * rows.value;
    return {static_cast<int>(row), static_cast<int>(column), static_cast<int>(batch),
            static_cast<int>(split)};
}

}  // namespace ttgt::cuda
