// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "src/gemm/gemm.h"

namespace ttgt {

/// How the matrix products of one GemmStep are shared between threads.
struct GemmSplit {
    bool by_library = false;  ///< one product after the other, each on all threads of the BLAS
    std::int64_t row_parts = 1;
    std::int64_t column_parts = 1;  ///< else every product is cut so, and the pieces are shared
};

/// `count` products of this shape on `threads` threads.
[[nodiscard]] GemmSplit split_gemm(const GemmCall& shape, std::int64_t count, int threads);

/// Extent of the longest of `parts` pieces of `extent`, which are whole cache lines long.
[[nodiscard]] std::int64_t piece_extent(std::int64_t extent, std::int64_t parts);

}  // namespace ttgt
