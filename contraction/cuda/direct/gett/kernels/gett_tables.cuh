// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "contraction/cuda/direct/gett/plan/gett_arguments.h"
#include "transpose/cuda/kernels/tile_walk.cuh"

namespace ttgt::cuda {

/// The operands, as indices of GettDigit::stride.
enum GettOperand : int { gett_d, gett_l, gett_r };

/// Whether an offset, or a sum of offsets, has `outside` in it; in elements or in bytes, as no
/// memory has so many. Looks at the upper half alone, which is one comparison where the whole
/// offset takes two.
__device__ inline bool is_outside(std::int64_t offset) {
    return static_cast<std::int32_t>(offset >> 32) < static_cast<std::int32_t>(lowest_offset >> 32);
}
/// The address `bytes` bytes behind another one.
template <class Element>
__device__ inline Element* bytes_behind(Element* address, std::int64_t bytes) {
    using Byte = std::conditional_t<std::is_const_v<Element>, const unsigned char, unsigned char>;
    return reinterpret_cast<Element*>(reinterpret_cast<Byte*>(address) + bytes);
}

/// The offsets of one index of a group in two operands: bytes of D, elements of L and R. Which
/// operands are first and second is the caller's choice (index_place()).
struct OffsetPair {
    /// From index 0 of the group to this index, in the first operand.
    std::int64_t first;
    /// From index 0 of the group to this index, in the second operand.
    std::int64_t second;
};

/// Where an index of a group lies.
struct IndexPlace {
    /// Offsets of the index in two operands.
    OffsetPair offsets{0, 0};
    /// Positions of the index in the group's split modes (GettGroup::limit).
    std::uint32_t position[2] = {0, 0};

    /// Whether the index is inside the group and inside each split mode.
    __device__ bool is_inside(const GettGroup& group, std::uint32_t index) const {
        return index < static_cast<std::uint32_t>(group.size) &&
               position[0] < static_cast<std::uint32_t>(group.limit[0]) &&
               position[1] < static_cast<std::uint32_t>(group.limit[1]);
    }
};

/// Where index `index` of a group lies in the operands `first` and `second`, whether it is inside
/// or not.
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

/// Offsets of an index of a group in the operands `first` and `second`; both are `outside` where
/// the index is beyond the group or beyond a split mode of it.
__device__ inline OffsetPair offsets_of(const GettArguments& arguments, const GettGroup& group,
                                        std::uint32_t index, GettOperand first,
                                        GettOperand second) {
    const IndexPlace at = index_place(arguments, group, index, first, second);
    return at.is_inside(group, index) ? at.offsets : OffsetPair{outside, outside};
}

/// The lowest 32 bits of an offset.
__device__ inline std::int32_t low_bits(std::int64_t offset) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(offset));
}

/// Which tile of D an item computes, and for which split.
struct GettPlace {
    /// Number of the tile along the rows of D, from 0.
    int row_tile;
    /// Number of the tile along the columns of D, from 0.
    int column_tile;
    /// Index of the batch to which the tile belongs, from 0.
    int batch;
    /// Number of the split of the sums, from 0.
    int split;
};

/// The place of an item, by the numbers that `tiling` gives to tiles.
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
