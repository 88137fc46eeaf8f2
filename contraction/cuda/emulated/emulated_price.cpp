// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/emulated/emulated_price.h"

#include <algorithm>

#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

/// Shares of a copy's rate that the kernels reach (benchmarks/results/h100/int8_steps.tsv, as the
/// other constants).
constexpr double measuring_share = 0.85;
constexpr double residue_share = 0.85;
constexpr double restoring_share = 0.95;
/// Microseconds of a kernel that follows another kernel at once.
constexpr double next_launch_us = 5.0;
/// What writing the products adds to the time of multiplying, over the time of a copy.
constexpr double writing_share = 0.6;
/// Rows and columns of a tile of the library's products.
constexpr std::int64_t product_rows = 128;
constexpr std::int64_t product_columns = 256;

double bytes_of_input(const InputRows& input, DType dtype) {
    return static_cast<double>(input.rows.size) * static_cast<double>(input.inner.size) *
           static_cast<double>(size_bytes(dtype));
}

/// The products of one piece of the sums for `columns` columns: whole rounds of tiles.
double int8_products_us(const EmulatedPlan& plan, std::int64_t columns, const Architecture& gpu) {
    const std::int64_t tiles = divide_up(plan.restore.padded_rows, product_rows) *
                               divide_up(columns, product_columns) * plan.planes;
    const std::int64_t rounds = divide_up(tiles, std::int64_t{gpu.multiprocessors});
    const double operations =
        2.0 * product_rows * product_columns * static_cast<double>(plan.residues_l.padded_inner);
    const double bytes = static_cast<double>(plan.restore.padded_rows * columns * plan.planes) *
                         static_cast<double>(sizeof(std::int32_t));
    return static_cast<double>(rounds) * gpu.multiprocessors * operations / gpu.int8_ops_per_us +
           writing_share * bytes / gpu.bytes_per_us + next_launch_us;
}

}  // namespace

double emulated_us(const EmulatedPlan& plan, const Architecture& gpu) {
    const double elements = bytes_of_input(plan.measure_l.input, plan.dtype) +
                            bytes_of_input(plan.measure_r.input, plan.dtype);
    constexpr double other_launches = 4;  // two that measure, exponents, exceptions
    double us = gpu.launch_us + other_launches * next_launch_us +
                elements / (measuring_share * gpu.bytes_per_us);
    const auto pieces = static_cast<double>(plan.pieces);
    const auto planes = static_cast<double>(plan.planes);
    const double plane_bytes = static_cast<double>(plan.residues_l.plane_bytes) +
                               static_cast<double>(plan.residues_r.plane_bytes);
    us += (elements + pieces * planes * plane_bytes) / (residue_share * gpu.bytes_per_us) +
          2 * pieces * next_launch_us;
    const std::int64_t chunks = plan.padded_columns / plan.chunk;
    const std::int64_t rest = plan.padded_columns % plan.chunk;
    us += pieces * static_cast<double>(chunks) * int8_products_us(plan, plan.chunk, gpu);
    if (rest > 0) us += pieces * int8_products_us(plan, rest, gpu);
    const double outputs = static_cast<double>(plan.restore.rows.size) *
                           static_cast<double>(plan.restore.columns.size);
    const double product_bytes = outputs * planes * static_cast<double>(sizeof(std::int32_t));
    const double output_bytes = outputs * static_cast<double>(size_bytes(plan.dtype));
    us += (pieces * product_bytes + (2 * pieces - 1) * output_bytes) /
              (restoring_share * gpu.bytes_per_us) +
          pieces * static_cast<double>(chunks + (rest > 0 ? 1 : 0)) * next_launch_us;
    return us * tuple_count(plan.batch);
}

}  // namespace ttgt::cuda
