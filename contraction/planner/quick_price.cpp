// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/quick_price.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contraction/planner/estimate.h"
#include "contraction/planner/resolve_layouts.h"
#include "contraction/problem/precision.h"
#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt {
namespace {

/// The label with stride 1 in the operand; null if there is none.
const ProblemLabel* fastest_label(const Problem& problem, Operand operand) {
    const auto found =
        std::find_if(problem.labels.begin(), problem.labels.end(), [&](const ProblemLabel& label) {
            return stands_in(label.role, operand) && label.strides[operand] == 1;
        });
    return found == problem.labels.end() ? nullptr : &*found;
}

double move_ms(const PlanningTask& task, Operand operand) {
    const Problem& problem = task.problem;
    const double bytes = static_cast<double>(problem.sizes.volumes[operand]) *
                         static_cast<double>(size_bytes(problem.dtypes[operand]));
    const bool keeps_order = fastest_label(problem, operand) == fastest_label(problem, operand_d);
    const StepPrices& prices = task.machine.prices();
    return keeps_order ? prices.copy_ms(bytes) : prices.square_transpose_ms(bytes);
}

/// Estimated milliseconds of a problem that GEMM does not do: each operand is copied or transposed
/// once.
double elementwise_ms(const PlanningTask& task) {
    double sum = move_ms(task, operand_d);
    for (std::size_t operand = operand_l; operand <= task.problem.inputs; ++operand) {
        sum += move_ms(task, static_cast<Operand>(operand));
    }
    return sum;
}

std::int64_t rounded_count(double count) {
    // Larger extents would not change a price, and 64-bit products of extents must not overflow.
    constexpr double most = 1e15;
    return static_cast<std::int64_t>(std::llround(std::clamp(count, 1.0, most)));
}

}  // namespace

double quick_price_ms(const PlanningTask& task) {
    const Problem& problem = task.problem;
    if (problem.output_empty || problem.sum_empty) return 0;
    const bool multiplies = problem.inputs == 2 &&
                            task.machine.kernels().has_gemm_of(problem.dtypes[operand_d]) &&
                            (suits_gemm(problem) || is_outer_product(problem));
    if (!multiplies) return elementwise_ms(task);
    if (converts_precision(problem)) {
        Problem halves = problem;
        halves.dtypes[operand_d] = problem.dtypes[operand_l];
        return quick_price_ms({halves, task.workspace_limit, task.machine});
    }
    double least = std::numeric_limits<double>::infinity();
    for (const Estimate& estimate : Estimator(task).all()) least = std::min(least, estimate.ms);
    return least;
}

double quick_price_ms(const Machine& machine, DType dtype, const ProductVolumes& volumes) {
    const auto element = static_cast<double>(size_bytes(dtype));
    const double copy_ms = machine.prices().copy_ms((volumes.l + volumes.r + volumes.d) * element);
    const double inner = volumes.all / volumes.d;
    if (inner <= 1 || !machine.kernels().has_gemm_of(dtype)) return copy_ms;
    // Matrices can be padded where this makes their product faster.
    const std::int64_t unit = machine.kernels().gemm_padding_unit(dtype, ComputeType::full);
    GemmCall shape;
    shape.dtype = dtype;
    shape.m = shape.lda = shape.ldc = align_up(rounded_count(volumes.all / volumes.r), unit);
    shape.n = align_up(rounded_count(volumes.all / volumes.l), unit);
    shape.k = shape.ldb = align_up(rounded_count(inner), unit);
    ProductCounts counts;
    counts.outputs = rounded_count(volumes.l * (volumes.r / volumes.all) / inner);
    return std::max(copy_ms, machine.prices().products_ms(shape, counts));
}

}  // namespace ttgt
