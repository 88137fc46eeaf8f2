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
    std::int64_t sums = 1;  ///< threads share a product's sum: so many sums of some of its terms,
                            ///< the first of which goes to C

    /// Pieces of one product that can be done at the same time.
    [[nodiscard]] std::int64_t pieces() const { return row_parts * column_parts * sums; }
};

/// Bytes of the sums that are added to C at the end, all products together: so many on the stack,
/// in scratch memory so many, which stay in the caches.
inline constexpr std::int64_t most_sum_bytes_on_stack = std::int64_t{32} * 1024;
inline constexpr std::int64_t most_sum_bytes = std::int64_t{16} * 1024 * 1024;

/// Who multiplies, and with what.
struct GemmTeam {
    int threads = 1;
    bool transposes_left = false;  ///< factors, where that spares the library (transposed_left.h)
    std::int64_t sum_bytes = most_sum_bytes_on_stack;
};

/// `count` products of this shape, each the sum of `terms`.
[[nodiscard]] GemmSplit split_gemm(const GemmCall& shape, std::int64_t count, std::int64_t terms,
                                   const GemmTeam& team);

/// What the sums take that are added to C at the end.
[[nodiscard]] std::int64_t later_sum_bytes(const GemmCall& shape, std::int64_t count,
                                           const GemmSplit& split);

/// A product of all but the last rows and columns that `split` cuts, with the whole of k.
[[nodiscard]] GemmCall piece_of(const GemmCall& shape, const GemmSplit& split);

/// Extent of all but the last of `parts` pieces of `extent`: rounded up, for the kernels' sake.
[[nodiscard]] std::int64_t piece_extent(std::int64_t extent, std::int64_t parts);

}  // namespace ttgt
