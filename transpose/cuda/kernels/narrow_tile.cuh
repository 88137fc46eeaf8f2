// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "transpose/cuda/kernels/global_access.cuh"
#include "transpose/cuda/kernels/word_access.cuh"
#include "transpose/cuda/plan/kernel_arguments.h"
#include "transpose/cuda/plan/narrow_stage.h"

namespace ttgt::cuda {

// The parts of the narrow kernel that bring a tile into shared memory and transpose it there.

/// What of the narrow kernel is fixed when it is compiled.
template <class Element, class Policy>
struct NarrowShape {
    /// Number of threads of a block.
    static constexpr int threads = Policy::threads;
    /// Number of warps of a block.
    static constexpr int warps = threads / 32;
    /// Number of elements of a word.
    static constexpr int word = word_elements<Element>;
    /// The layout of a tile in shared memory.
    static constexpr NarrowStage stage =
        narrow_stage(Policy::in_bytes, Policy::out_bytes, sizeof(Element));
    /// Number of words of a row that a lane takes.
    static constexpr int words_per_lane = stage.columns / word / 32;
    /// Number of groups of rows that a warp takes, one after the other; the rows of a group fill a
    /// word of each column.
    static constexpr int groups_per_warp = (stage.rows / word + warps - 1) / warps;
    static_assert(stage.columns % (word * 32) == 0 && stage.rows % word == 0);
};

/// Where the parts of a tile are staged.
template <class Shape>
struct NarrowMemory {
    /// The rows, as they lie in the input.
    char* rows;
    /// The columns, in the same place as the rows.
    std::uint32_t* columns;
    /// For each row, bytes from `rows` to its first element.
    std::uint32_t* starts;

    __device__ explicit NarrowMemory(char* stage)
        : rows(stage),
          columns(reinterpret_cast<std::uint32_t*>(stage)),
          starts(reinterpret_cast<std::uint32_t*>(stage + Shape::stage.starts_offset)) {}

    /// The address of the first word of column `number`.
    [[nodiscard]] __device__ std::uint32_t* column(int number) const {
        return columns + number * Shape::stage.column_words + number / skewed_columns;
    }
};

/// Rows of a tile in the input.
struct NarrowRows {
    /// The address of the input from which `offsets` count.
    const char* source;
    /// The end of the input: nothing is read from here on.
    const char* input_end;
    /// For each row, bytes from `source` to it.
    const std::int64_t* offsets;
    /// Bytes of a row.
    int length;
};

/// Starts to stage one vector of 16 bytes of a row: that which lies `place` bytes behind the
/// aligned vector in which the row begins.
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

/// Starts to stage the rows [first, end). Each thread stages one vector of every (threads /
/// lanes)-th row.
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
    // Rows that do not begin at a vector reach into one more vector.
    for (int row = first + t; row < end; row += Shape::threads) {
        stage_vector(memory, rows, row, lanes * bytes);
    }
}

/// Two words, one from each of two rows, become two words of columns: word c gets element c of each
/// row.
__device__ inline void transpose_words(std::uint32_t (&words)[2]) {
    const std::uint32_t first = __byte_perm(words[0], words[1], 0x5410);
    words[1] = __byte_perm(words[0], words[1], 0x7632);
    words[0] = first;
}
/// Four words, one from each of four rows, become four words of columns: word c gets element c of
/// each row.
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

/// Turns the staged rows [first, end) into staged columns in the same place, by way of registers. A
/// warp takes the rows that fill a word of each column at a time; each lane takes words_per_lane
/// words of these rows.
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
