// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "src/gemm/gemm.h"

namespace ttgt {

/// How the matrix products of one GemmStep are cut, and shared between threads.
struct GemmSplit {
    std::int64_t row_parts = 1;
    std::int64_t column_parts = 1;  ///< every product is cut so, and the pieces are shared
    std::int64_t inner_parts = 1;   ///< every piece is that many products into the same C
    std::int64_t sums = 1;  ///< threads share a product's sum: so many sums of some of its terms

    /// Pieces of one product that can be done at the same time.
    [[nodiscard]] std::int64_t pieces() const { return row_parts * column_parts * sums; }
};

/// Bytes of the sums that are added to C at the end, all products together: they are on the stack.
inline constexpr std::int64_t most_sum_bytes = std::int64_t{32} * 1024;

/// `count` products of this shape, each the sum of `terms`, on `threads` threads, which transpose
/// left factors where `transposes_left` (transposed_left.h).
[[nodiscard]] GemmSplit split_gemm(const GemmCall& shape, std::int64_t count, std::int64_t terms,
                                   int threads, bool transposes_left);

/// A product of all but the last rows and columns that `split` cuts, with the whole of k.
[[nodiscard]] GemmCall piece_of(const GemmCall& shape, const GemmSplit& split);

/// Extent of all but the last of `parts` pieces of `extent`: rounded up, for the kernels' sake.
[[nodiscard]] std::int64_t piece_extent(std::int64_t extent, std::int64_t parts);

}  // namespace ttgt
