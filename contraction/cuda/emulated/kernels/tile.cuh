// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "contraction/cuda/direct/kernels/arithmetic.cuh"
#include "contraction/cuda/emulated/emulated_arguments.h"

namespace ttgt::cuda {

/// Threads of a block of the kernels of emulated products.
inline constexpr int emulated_threads = 256;
/// Inner positions of a tile of an operand.
inline constexpr int tile_inner = 128;
/// Rows of a tile of an operand.
template <class T>
inline constexpr int tile_rows = ElementTraits<T>::is_complex ? complex_tile_rows : real_tile_rows;

/// Where the operand of the block's product of a batch begins, in elements: in the first operand of
/// the digits' strides.
__device__ inline std::int64_t item_offset(const ItemArguments& item) {
    return position_of(item.items, item.first + blockIdx.y).offset[0];
}
/// The part of the scratch memory of the block's product that belongs to `first` of the first one.
template <class Part>
__device__ inline Part* in_item(Part* first, std::int64_t scratch_bytes) {
    using Byte = std::conditional_t<std::is_const_v<Part>, const char, char>;
    return reinterpret_cast<Part*>(reinterpret_cast<Byte*>(first) + blockIdx.y * scratch_bytes);
}

/// Where the rows and the inner positions of a tile lie, in shared memory.
template <int rows>
struct TileOffsets {
    std::int64_t row[rows];
    std::int64_t inner[tile_inner];
    std::uint32_t other[rows];  ///< number of the row in the order of D
};

/// Fills in the rows of a tile. Rows behind the last one are those of number 0.
template <int rows>
__device__ inline void fill_rows(TileOffsets<rows>& offsets, const InputRows& input,
                                 std::uint32_t first) {
    for (int r = static_cast<int>(threadIdx.x); r < rows; r += emulated_threads) {
        const std::uint32_t row = first + static_cast<std::uint32_t>(r);
        const GroupPosition position = position_of(input.rows, row < input.rows.size ? row : 0);
        offsets.row[r] = position.offset[0];
        offsets.other[r] = position.other;
    }
}

/// Fills in the inner positions of a tile. Those from `end` on are that of number 0.
template <int rows>
__device__ inline void fill_inner(TileOffsets<rows>& offsets, const InputRows& input,
                                  std::uint32_t first, std::uint32_t end) {
    // The last threads: the first ones fill in the rows.
    for (int k = emulated_threads - 1 - static_cast<int>(threadIdx.x); k < tile_inner;
         k += emulated_threads) {
        const std::uint32_t inner = first + static_cast<std::uint32_t>(k);
        offsets.inner[k] = position_of(input.inner, inner < end ? inner : 0).offset[0];
    }
}

/// The place in a tile of element `e` of this thread: neighbouring threads have neighbours in
/// memory.
struct InputPlace {
    int row, inner;
};
template <int rows>
__device__ inline InputPlace place_of(bool along_inner, int e) {
    const int thread = static_cast<int>(threadIdx.x);
    if (along_inner) {
        return {thread / tile_inner + e * (emulated_threads / tile_inner), thread % tile_inner};
    }
    return {thread % rows, thread / rows + e * (emulated_threads / rows)};
}

/// Elements of a tile that each thread reads.
template <int rows>
inline constexpr int elements_of_thread = rows* tile_inner / emulated_threads;

}  // namespace ttgt::cuda
