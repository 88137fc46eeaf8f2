// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "transpose/cuda/kernels/global_access.cuh"
#include "transpose/cuda/kernels/word_access.cuh"
#include "transpose/cuda/plan/kernel_arguments.h"
#include "transpose/cuda/plan/narrow_stage.h"

namespace ttgt::cuda {

// How the narrow kernel brings a tile into shared memory, and transposes it there.

/// Shape of the narrow kernel, fixed when it is compiled.
template <class Element, class Policy>
struct NarrowShape {
    static constexpr int threads = Policy::threads;
    static constexpr int warps = threads / 32;
    static constexpr int word = word_elements<Element>;
    static constexpr NarrowStage stage =
        narrow_stage(Policy::in_bytes, Policy::out_bytes, sizeof(Element));
    static constexpr int words_per_lane = stage.columns / word / 32;  ///< of a row
    /// Times that a warp takes the rows of a word.
    static constexpr int groups_per_warp = (stage.rows / word + warps - 1) / warps;
    static_assert(stage.columns % (word * 32) == 0 && stage.rows % word == 0);
};

/// Where the parts of a tile are staged.
template <class Shape>
struct NarrowMemory {
    char* rows;
    std::uint32_t* columns;
    std::uint32_t* starts;  ///< bytes from `rows` to the first element of each

    __device__ explicit NarrowMemory(char* stage)
        : rows(stage),
          columns(reinterpret_cast<std::uint32_t*>(stage)),
          starts(reinterpret_cast<std::uint32_t*>(stage + Shape::stage.starts_offset)) {}

    [[nodiscard]] __device__ std::uint32_t* column(int number) const {
        return columns + number * Shape::stage.column_words + number / skewed_columns;
    }
};

/// Rows of the input, as their elements lie in memory.
struct NarrowRows {
    const char* source;
    const char* input_end;        ///< nothing is read from here on
    const std::int64_t* offsets;  ///< bytes from `source` to each row
    int length;                   ///< bytes
};

/// Begins to stage the vector of memory `place` bytes after the one in which a row begins.
template <class Shape>
__device__ inline void stage_vector(const NarrowMemory<Shape>& memory, const NarrowRows& rows,
                                    int row, int place) {
    constexpr int bytes = static_cast<int>(vector_bytes);
    const char* const begin = rows.source + rows.offsets[row];
    const int misaligned = static_cast<int>(reinterpret_cast<std::uintptr_t>(begin)) & (bytes - 1);
    if (place == 0) memory.starts[row] = row * Shape::stage.row_bytes + misaligned;
    if (place >= misaligned + rows.length) return;
    const char* const from = begin + (place - misaligned);
    char* const to = memory.rows + row * Shape::stage.row_bytes + place;
    if (rows.input_end - from >= bytes) {
        copy_async<false>(reinterpret_cast<uint4*>(to), reinterpret_cast<const uint4*>(from));
    } else {
        for (int b = place == 0 ? misaligned : 0; b < rows.input_end - from; ++b) to[b] = from[b];
    }
}

/// Stages rows [first, end), all under way at once.
template <class Shape>
__device__ inline void stage_rows(const NarrowMemory<Shape>& memory, const NarrowRows& rows,
                                  int first, int end) {
    constexpr int bytes = static_cast<int>(vector_bytes);
    constexpr int lanes = Shape::stage.vectors - 1;
    const int t = static_cast<int>(threadIdx.x);
    const int place = t % lanes * bytes;
    for (int row = first + t / lanes; row < end; row += Shape::threads / lanes) {
        stage_vector(memory, rows, row, place);
    }
    // Misaligned rows reach into one more.
    for (int row = first + t; row < end; row += Shape::threads) {
        stage_vector(memory, rows, row, lanes * bytes);
    }
}

/// Words of a few rows, one below the other, become words of as many columns.
__device__ inline void transpose_words(std::uint32_t (&words)[2]) {
    const std::uint32_t first = __byte_perm(words[0], words[1], 0x5410);
    words[1] = __byte_perm(words[0], words[1], 0x7632);
    words[0] = first;
}
__device__ inline void transpose_words(std::uint32_t (&words)[4]) {
    const std::uint32_t upper_left = __byte_perm(words[0], words[1], 0x5140);
    const std::uint32_t upper_right = __byte_perm(words[0], words[1], 0x7362);
    const std::uint32_t lower_left = __byte_perm(words[2], words[3], 0x5140);
    const std::uint32_t lower_right = __byte_perm(words[2], words[3], 0x7362);
    words[0] = __byte_perm(upper_left, lower_left, 0x5410);
    words[1] = __byte_perm(upper_left, lower_left, 0x7632);
    words[2] = __byte_perm(upper_right, lower_right, 0x5410);
    words[3] = __byte_perm(upper_right, lower_right, 0x7632);
}

/// Rows [first, end) of the staged rows become the staged columns, by way of registers. A warp
/// takes the rows of a word at a time.
template <class Shape>
__device__ inline void transpose_tile(const NarrowMemory<Shape>& memory, int first, int end) {
    constexpr int word = Shape::word;
    const int t = static_cast<int>(threadIdx.x);
    const int lane = t % 32;
    const int first_group = first / word + t / 32;
    std::uint32_t words[Shape::groups_per_warp][Shape::words_per_lane][word];
#pragma unroll
    for (int i = 0; i < Shape::groups_per_warp; ++i) {
        const int group = first_group + i * Shape::warps;
        if (group * word >= end) break;
#pragma unroll
        for (int r = 0; r < word; ++r) {
            const std::uint32_t start = memory.starts[group * word + r];
            const auto* const from =
                reinterpret_cast<const std::uint32_t*>(memory.rows) + start / 4 + lane;
#pragma unroll
            for (int k = 0; k < Shape::words_per_lane; ++k) {
                words[i][k][r] = __funnelshift_r(from[32 * k], from[32 * k + 1], 8 * start);
            }
        }
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Shape::groups_per_warp; ++i) {
        const int group = first_group + i * Shape::warps;
        if (group * word >= end) break;
#pragma unroll
        for (int k = 0; k < Shape::words_per_lane; ++k) {
            transpose_words(words[i][k]);
            std::uint32_t* const to = memory.column((lane + 32 * k) * word) + group;
#pragma unroll
            for (int c = 0; c < word; ++c) to[c * Shape::stage.column_words] = words[i][k][c];
        }
    }
}

}  // namespace ttgt::cuda
