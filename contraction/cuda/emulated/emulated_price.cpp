// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/emulated/emulated_price.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

/// Shares of a copy's rate that the kernels reach. These and the other constants but the last were
/// fitted to the times of drawn contractions (benchmarks/results/h100/int8_drawn_fit.tsv).
constexpr double measuring_share = 0.8;
constexpr double residue_share = 0.8;
constexpr double restoring_share = 0.45;
/// Microseconds of a kernel that follows another kernel at once.
constexpr double next_launch_us = 6.2;
/// What a tile of products costs beside its operations, as operations of this many inner positions.
constexpr double inner_of_tile = 380;
/// Elements of D that are not neighbours are written as parts of sectors: they are read, too.
constexpr double partial_writes = 2;
/// INT8 products are taken where they are faster by more than this: native prices are off by a few
/// per cent, and nothing shall be slower for having been asked.
constexpr double caution = 1.05;

/// Bytes that are moved for a byte of an element whose neighbours lie `stride` elements apart.
double moved_bytes(std::int64_t stride, DType dtype) {
    constexpr std::int64_t sector = 32;
    return static_cast<double>(
        std::clamp<std::int64_t>(stride, 1, std::max<std::int64_t>(1, sector / size_bytes(dtype))));
}
std::int64_t stride_of_neighbours(const DigitGroup& group) {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (int d = 0; d < group.count; ++d) {
        if (group.digit[d].extent > 1) least = std::min(least, std::abs(group.digit[d].stride[0]));
    }
    return least;
}

double bytes_of_input(const InputRows& input, DType dtype) {
    const std::int64_t stride =
        std::min(stride_of_neighbours(input.rows), stride_of_neighbours(input.inner));
    return static_cast<double>(input.rows.size) * static_cast<double>(input.inner.size) *
           static_cast<double>(size_bytes(dtype)) * moved_bytes(stride, dtype);
}

/// The products of one piece of the sums for `columns` columns: whole rounds of tiles.
double int8_products_us(const EmulatedPlan& plan, std::int64_t columns, double planes, double items,
                        const Architecture& gpu) {
    const std::int64_t column_tiles = columns / product_columns;
    const double tiles = items * planes * static_cast<double>(plan.products.row_tiles) *
                         static_cast<double>(column_tiles);
    const double rounds = std::ceil(tiles / gpu.multiprocessors);
    const double operations = 2.0 * static_cast<double>(product_bytes) *
                              (static_cast<double>(plan.residues_l.padded_inner) + inner_of_tile);
    return rounds * gpu.multiprocessors * operations / gpu.int8_ops_per_us + next_launch_us;
}

}  // namespace

double emulated_us(const EmulatedPlan& plan, int moduli_count, const Architecture& gpu) {
    const double planes = static_cast<double>(moduli_count) * plan.products.parts;
    const auto together = static_cast<double>(plan.items_together);
    const double elements = together * (bytes_of_input(plan.measure_l.input, plan.dtype) +
                                        bytes_of_input(plan.measure_r.input, plan.dtype));
    constexpr double other_launches = 5;  // two that measure, two of exponents, exceptions
    double us = gpu.launch_us + other_launches * next_launch_us +
                elements / (measuring_share * gpu.bytes_per_us);
    const auto pieces = static_cast<double>(plan.pieces);
    const double plane_bytes = together * (static_cast<double>(plan.residues_l.plane_bytes) +
                                           static_cast<double>(plan.residues_r.plane_bytes));
    us += (elements + pieces * planes * plane_bytes) / (residue_share * gpu.bytes_per_us) +
          2 * pieces * next_launch_us;
    const std::int64_t chunks = plan.padded_columns / plan.chunk;
    const std::int64_t rest = plan.padded_columns % plan.chunk;
    us += pieces * static_cast<double>(chunks) *
          int8_products_us(plan, plan.chunk, planes, together, gpu);
    if (rest > 0) us += pieces * int8_products_us(plan, rest, planes, together, gpu);
    const double outputs = together * static_cast<double>(plan.restore.rows.size) *
                           static_cast<double>(plan.restore.columns.size);
    const std::int64_t stride = stride_of_neighbours(plan.restore.rows);
    const double output_bytes = outputs * static_cast<double>(size_bytes(plan.dtype)) *
                                moved_bytes(stride, plan.dtype) *
                                (stride > 1 ? partial_writes : 1.0);
    us += (pieces * outputs * planes + (2 * pieces - 1) * output_bytes) /
              (restoring_share * gpu.bytes_per_us) +
          pieces * static_cast<double>(chunks + (rest > 0 ? 1 : 0)) * next_launch_us;
    return caution * us * static_cast<double>(divide_up(plan.items, plan.items_together));
}

}  // namespace ttgt::cuda
