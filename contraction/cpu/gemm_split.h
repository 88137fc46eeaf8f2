// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "src/gemm/gemm.h"

namespace ttgt {

/// How the matrix products of one GemmStep are cut, and shared between threads.
struct GemmSplit {
    std::int64_t row_parts = 1;     ///< number of pieces along the rows of each C
    std::int64_t column_parts = 1;  ///< number of pieces along the columns of each C
    std::int64_t inner_parts = 1;   ///< number of products, one after another, that make a piece
    /// Number of partial sums of each product, which different threads compute. The first one goes
    /// to C; the further ones are added to C at the end.
    std::int64_t sums = 1;

    /// Pieces of one product that can be done at the same time.
    [[nodiscard]] std::int64_t pieces() const { return row_parts * column_parts * sums; }
};

/// The most bytes, on the stack, of the partial sums that are added to C at the end, of all
/// products together.
inline constexpr std::int64_t most_sum_bytes_on_stack = std::int64_t{32} * 1024;
/// The most bytes, in scratch memory, of the partial sums that are added to C at the end, of all
/// products together. They stay in the caches.
inline constexpr std::int64_t most_sum_bytes = std::int64_t{16} * 1024 * 1024;

/// The threads and the memory that multiply.
struct GemmTeam {
    int threads = 1;  ///< number of threads
    /// Whether left factors are transposed where that spares the library (transposed_left.h).
    bool transposes_left = false;
    std::int64_t sum_bytes = most_sum_bytes_on_stack;  ///< bytes for partial sums
};

/// Chooses how to cut `count` products of this shape, each the sum of `terms` products.
[[nodiscard]] GemmSplit split_gemm(const GemmCall& shape, std::int64_t count, std::int64_t terms,
                                   const GemmTeam& team);

/// Bytes of the partial sums that are added to C at the end.
[[nodiscard]] std::int64_t later_sum_bytes(const GemmCall& shape, std::int64_t count,
                                           const GemmSplit& split);

/// A product of all but the last rows and columns that `split` cuts, with the whole of k.
[[nodiscard]] GemmCall piece_of(const GemmCall& shape, const GemmSplit& split);

/// Extent of all but the last of `parts` pieces of `extent`: rounded up, for the kernels' sake.
[[nodiscard]] std::int64_t piece_extent(std::int64_t extent, std::int64_t parts);

}  // namespace ttgt
