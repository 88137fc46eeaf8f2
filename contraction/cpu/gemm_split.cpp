// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/gemm_split.h"

#include <ttgt/dtype.h>

#include <algorithm>
#include <limits>

#include "contraction/cpu/library_packing.h"
#include "contraction/cpu/transposed_left.h"
#include "src/core/counts.h"
#include "src/core/rounding.h"

namespace ttgt {
namespace {

/// Long products of small cross section are 1.1 to 5 times as fast in pieces that OpenBLAS does not
/// pack. Shorter pieces gain nothing.
constexpr std::int64_t shortest_unpacked = 64;

/// Elements by which pieces are rounded: what kernels take at once, or the half of it.
constexpr std::int64_t granule = 8;

/// Pieces are not cut shorter than this. Packing needs some rows and columns to pay; small outputs
/// of long sums are multiplied without it.
std::int64_t shortest_piece(const GemmCall& shape, std::int64_t terms) {
    constexpr std::int64_t long_sum = 1024;
    return saturating_product({shape.k, terms}) >= long_sum && !is_complex(shape.dtype) ? 16 : 32;
}

std::int64_t parts_of(std::int64_t extent, std::int64_t most) { return (extent - 1) / most + 1; }

/// How long the longest extent may be for the library not to pack; 0 where it does anyway.
std::int64_t unpacked_length(const GemmCall& shape, std::int64_t longest, bool transposes_left) {
    if (is_complex(shape.dtype)) return 0;
    const std::int64_t outputs = std::min(shape.m, shape.n);
    const std::int64_t others =
        saturating_product({outputs, longest == shape.k ? std::max(shape.m, shape.n) : shape.k});
    std::int64_t length = unpacked_products / others;
    const bool by_us = transposes_left && cpu::transposed_rows(shape.dtype, shape.k) > 0;
    if (transposes_left_alone(shape) && !by_us) {
        if (longest == shape.k && others > unpacked_outputs) return 0;
        if (longest != shape.k && shape.k < unpacked_inner) return 0;
        if (longest != shape.k) length = std::min(length, unpacked_outputs / outputs);
    }
    return length < shortest_unpacked ? 0 : length / granule * granule;
}

/// Cuts the longest extent where that spares the library from packing.
void cut_long(const GemmCall& shape, bool transposes_left, GemmSplit& split) {
    const std::int64_t longest = std::max({shape.m, shape.n, shape.k});
    const std::int64_t length = unpacked_length(shape, longest, transposes_left);
    if (length == 0) return;
    const std::int64_t parts = parts_of(longest, length);
    if (longest == shape.k) {
        split.inner_parts = parts;
    } else if (longest == shape.m) {
        split.row_parts = parts;
    } else {
        split.column_parts = parts;
    }
}

/// What a thread needs for the largest piece, in multiply-adds for each inner index: its outputs,
/// and what packing its rows and columns costs.
double piece_cost(const GemmCall& shape, std::int64_t row_parts, std::int64_t column_parts) {
    constexpr double packing = 16;
    const auto rows = static_cast<double>(piece_extent(shape.m, row_parts));
    const auto columns = static_cast<double>(piece_extent(shape.n, column_parts));
    return rows * columns + packing * (rows + columns);
}

/// Real pieces when `extent` is cut into `parts`, which rounding may leave some of without any.
std::int64_t real_parts(std::int64_t extent, std::int64_t parts) {
    return parts_of(extent, piece_extent(extent, parts));
}

/// A way to cut, and what the slowest thread needs, in multiply-adds.
struct PricedSplit {
    GemmSplit split;
    double cost = std::numeric_limits<double>::infinity();
};

/// Cuts the outputs of each of `count` products, at least as `least` does, so that the threads are
/// done soonest: with one piece for each thread, or two. The cost is that of each inner index.
PricedSplit cut_outputs(const GemmCall& shape, std::int64_t count, std::int64_t terms, int threads,
                        const GemmSplit& least) {
    const std::int64_t shortest = shortest_piece(shape, terms);
    const std::int64_t most_rows = std::max(shape.m / shortest, least.row_parts);
    const std::int64_t most_columns = std::max(shape.n / shortest, least.column_parts);
    const std::int64_t least_pieces = divide_up(std::int64_t{threads}, count);
    PricedSplit best{least};
    for (const std::int64_t pieces : {least_pieces, 2 * least_pieces}) {
        for (std::int64_t part = least.row_parts; part <= std::min(pieces, most_rows); ++part) {
            const std::int64_t rows = real_parts(shape.m, part);
            const std::int64_t columns = real_parts(
                shape.n, std::clamp(divide_up(pieces, rows), least.column_parts, most_columns));
            const std::int64_t rounds = divide_up(count * rows * columns, std::int64_t{threads});
            const double cost = static_cast<double>(rounds) * piece_cost(shape, rows, columns);
            if (cost >= best.cost) continue;
            best.cost = cost;
            best.split.row_parts = rows;
            best.split.column_parts = columns;
        }
    }
    return best;
}

/// Into how many products a piece's sum is cut where that spares the library from packing.
std::int64_t inner_parts_of_piece(const GemmCall& shape, bool transposes_left,
                                  const GemmSplit& split) {
    GemmSplit cut;
    cut_long(piece_of(shape, split), transposes_left, cut);
    return cut.inner_parts;
}

/// Bytes of the matrices C of all products together. One further partial sum of each product takes
/// as many bytes.
std::int64_t output_bytes(const GemmCall& shape, std::int64_t count) {
    return saturating_product({count, shape.m, shape.n, size_bytes(shape.dtype)});
}

/// How many threads can share a sum: each needs some products, of inner extents that pay, and a C
/// of its own beside the first.
std::int64_t most_sums(const GemmCall& shape, std::int64_t count, std::int64_t terms,
                       const GemmTeam& team) {
    constexpr std::int64_t least_units = 2;  // for each thread
    const std::int64_t units =
        saturating_product({terms, std::max<std::int64_t>(shape.k / shortest_unpacked, 1)});
    return std::min({std::int64_t{team.threads}, units / least_units,
                     1 + team.sum_bytes / output_bytes(shape, count)});
}

/// What adding the later sums costs the slowest thread, in multiply-adds: memory decides, and the
/// threads meet once more.
double cost_of_adding(const GemmCall& shape, std::int64_t count, const GemmSplit& split,
                      const GemmTeam& team) {
    constexpr double element = 25;
    constexpr double meeting = 2e5;
    const std::int64_t bytes = later_sum_bytes(shape, count, split);
    const std::int64_t elements = bytes / size_bytes(shape.dtype);
    const double alone = element * static_cast<double>(elements);
    return bytes <= most_sum_bytes_on_stack ? alone : alone / team.threads + meeting;
}

/// Twice as many, the most of all at last.
std::int64_t next_sums(std::int64_t sums, std::int64_t most) {
    return sums < most ? std::min(2 * sums, most) : most + 1;
}

/// The outputs and sums of products cut into so many sums, at least as `least` cuts them.
PricedSplit cut_sums(const GemmCall& shape, std::int64_t count, std::int64_t terms,
                     const GemmTeam& team, const GemmSplit& least, std::int64_t sums) {
    PricedSplit cut = cut_outputs(shape, count * sums, terms, team.threads, least);
    GemmSplit& split = cut.split;
    split.sums = sums;
    split.inner_parts = inner_parts_of_piece(shape, team.transposes_left, split);
    split.inner_parts = std::max(split.inner_parts, divide_up(sums, terms));
    const std::int64_t units = saturating_product({terms, split.inner_parts});
    const double inner = static_cast<double>(shape.k) * static_cast<double>(terms);
    const double share = static_cast<double>(divide_up(units, sums)) / static_cast<double>(units);
    cut.cost = cut.cost * inner * share + cost_of_adding(shape, count, split, team);
    return cut;
}

}  // namespace

std::int64_t piece_extent(std::int64_t extent, std::int64_t parts) {
    const std::int64_t even = (extent - 1) / parts + 1;
    return parts == 1 ? extent : align_up(even, granule);
}

GemmCall piece_of(const GemmCall& shape, const GemmSplit& split) {
    GemmCall piece = shape;
    piece.m = piece_extent(shape.m, split.row_parts);
    piece.n = piece_extent(shape.n, split.column_parts);
    return piece;
}

std::int64_t later_sum_bytes(const GemmCall& shape, std::int64_t count, const GemmSplit& split) {
    return saturating_product({split.sums - 1, output_bytes(shape, count)});
}

GemmSplit split_gemm(const GemmCall& shape, std::int64_t count, std::int64_t terms,
                     const GemmTeam& team) {
    GemmSplit split;
    if (shape.m == 0 || shape.n == 0 || shape.k == 0) return split;
    cut_long(shape, team.transposes_left, split);
    if (team.threads == 1) return split;
    // With several times as many pieces as threads the last round is no great loss.
    const std::int64_t pieces = saturating_product({count, split.pieces()});
    if (pieces >= std::int64_t{4} * team.threads || pieces % team.threads == 0) return split;
    constexpr double least_gain = 0.1;  // of sharing sums: less is within what the costs err by
    const std::int64_t most = most_sums(shape, count, terms, team);
    PricedSplit best = cut_sums(shape, count, terms, team, split, 1);
    best.cost *= 1 - least_gain;
    for (std::int64_t sums = 2; sums <= most; sums = next_sums(sums, most)) {
        const PricedSplit cut = cut_sums(shape, count, terms, team, split, sums);
        if (cut.cost < best.cost) best = cut;
    }
    return best.split;
}

}  // namespace ttgt
