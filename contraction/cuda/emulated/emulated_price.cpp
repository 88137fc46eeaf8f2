// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/emulated/emulated_price.h"

#include <cmath>

#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

/// Shares of a copy's rate that the kernels reach (benchmarks/results/h100/int8_steps.tsv, as the
/// other constants).
constexpr double measuring_share = 0.85;
constexpr double residue_share = 0.85;
constexpr double restoring_share = 0.8;
/// Microseconds of a kernel that follows another kernel at once.
constexpr double next_launch_us = 5.0;
/// What a tile of products costs beside its operations, as operations of this many inner positions.
constexpr double inner_of_tile = 64;

double bytes_of_input(const InputRows& input, DType dtype) {
    return static_cast<double>(input.rows.size) * static_cast<double>(input.inner.size) *
           static_cast<double>(size_bytes(dtype));
}

/// The products of one piece of the sums for `columns` columns: whole rounds of tiles.
double int8_products_us(const EmulatedPlan& plan, std::int64_t columns, double planes, double items,
                        const Architecture& gpu) {
    const double tiles = items * planes * static_cast<double>(plan.products.row_tiles) *
                         static_cast<double>(columns / product_columns);
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
    const double output_bytes = outputs * static_cast<double>(size_bytes(plan.dtype));
    us += (pieces * outputs * planes + (2 * pieces - 1) * output_bytes) /
              (restoring_share * gpu.bytes_per_us) +
          pieces * static_cast<double>(chunks + (rest > 0 ? 1 : 0)) * next_launch_us;
    return us * static_cast<double>(divide_up(plan.items, plan.items_together));
}

}  // namespace ttgt::cuda
