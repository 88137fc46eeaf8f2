// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/gemm_split.h"

#include <algorithm>

namespace ttgt {
namespace {

/// Multiply-adds from which one product is left to the library's own threads: they share what one
/// of them has packed, and waiting for each other no longer counts.
constexpr double library_products = 5e8;

/// Elements by which pieces are rounded: a multiple of every kernel's tile.
constexpr std::int64_t granule = 16;
/// Pieces are not cut shorter than this: the kernels need some rows and columns.
constexpr std::int64_t shortest_piece = 32;

std::int64_t most_parts(std::int64_t extent) {
    return std::max<std::int64_t>(extent / shortest_piece, 1);
}

}  // namespace

std::int64_t piece_extent(std::int64_t extent, std::int64_t parts) {
    const std::int64_t even = (extent - 1) / parts + 1;
    return parts == 1 ? extent : (even + granule - 1) / granule * granule;
}

GemmSplit split_gemm(const GemmCall& shape, std::int64_t count, int threads) {
    GemmSplit split;
    if (threads == 1 || shape.m == 0 || shape.n == 0) return split;
    const double products =
        static_cast<double>(shape.m) * static_cast<double>(shape.n) * static_cast<double>(shape.k);
    split.by_library = products >= library_products;
    // With several times as many products as threads the last round is no great loss.
    if (split.by_library || count >= std::int64_t{4} * threads || count % threads == 0)
        return split;
    // The more square the pieces, the less of A and B is packed twice.
    while (split.row_parts * split.column_parts < threads) {
        const std::int64_t rows = piece_extent(shape.m, split.row_parts);
        const std::int64_t columns = piece_extent(shape.n, split.column_parts);
        std::int64_t& parts = columns >= rows ? split.column_parts : split.row_parts;
        parts *= 2;
        if (parts > most_parts(columns >= rows ? shape.n : shape.m)) {
            parts /= 2;
            break;
        }
    }
    return split;
}

}  // namespace ttgt
