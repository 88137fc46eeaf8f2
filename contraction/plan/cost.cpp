// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/cost.h"

#include "src/core/counts.h"
#include "src/core/element.h"

namespace ttgt {
namespace {

/// The number of real operations of one multiply-add of elements of this dtype.
double flops_per_product(DType dtype) { return is_complex(dtype) ? 8.0 : 2.0; }

std::int64_t writes(ScalarRole beta) { return beta == ScalarRole::zero ? 1 : 2; }

StepCost cost(const TransposeStep& step, const StepPrices& prices) {
    StepCost result;
    result.bytes = bytes_moved(step.kernel->problem, step.beta != ScalarRole::zero);
    result.ms = prices.transpose_ms(step, static_cast<double>(result.bytes));
    return result;
}

StepCost cost(const GemmStep& step, const StepPrices& prices) {
    const GemmCall& shape = step.shape;
    const std::int64_t count = volume(step.loops);
    const std::int64_t terms = volume(step.sums);
    const std::int64_t inputs =
        saturating_product({saturating_sum(shape.m, shape.n), shape.k, terms});
    const std::int64_t outputs = saturating_product({shape.m, shape.n, writes(step.beta)});
    StepCost result;
    result.bytes =
        saturating_product({saturating_sum(inputs, outputs), count, size_bytes(shape.dtype)});
    const double products = static_cast<double>(count) * static_cast<double>(terms);
    result.flops = flops_per_product(shape.dtype) * static_cast<double>(shape.m) *
                   static_cast<double>(shape.n) * static_cast<double>(shape.k) * products;
    result.ms = prices.gemm_ms(step);
    return result;
}

/// The number of elements of one array that the modes address. A mode whose stride in the array is
/// 0 does not count. `array` selects the stride: 0 for the first array of the modes, and so on.
template <std::size_t N>
std::int64_t elements(const Modes<N>& modes, std::size_t array) {
    std::int64_t product = 1;
    for (const Mode<N>& mode : modes) {
        if (mode.strides[array] != 0) product = saturating_product({product, mode.extent});
    }
    return product;
}

StepCost cost(const DirectStep& step, const StepPrices& prices) {
    StepCost result;
    for (std::size_t array = 0; array < 3; ++array) {
        result.bytes = saturating_sum(
            result.bytes,
            saturating_product({elements(step.outputs, array), elements(step.sums, array),
                                size_bytes(step.dtypes[array])}));
    }
    result.flops =
        flops_per_product(step.dtypes[0]) * tuple_count(step.outputs) * tuple_count(step.sums);
    result.ms = prices.direct_ms(step, static_cast<double>(result.bytes));
    const std::int64_t read_again = saturating_product(
        {writes(step.beta) - 1, volume(step.outputs), size_bytes(step.dtypes[0])});
    result.bytes = saturating_sum(result.bytes, read_again);
    return result;
}

StepCost cost(const ReduceStep& step, const StepPrices& prices) {
    StepCost result;
    const double inputs = tuple_count(step.outputs) * tuple_count(step.sums);
    result.bytes = saturating_sum(
        saturating_product({volume(step.outputs), volume(step.sums), size_bytes(step.dtypes[1])}),
        saturating_product({volume(step.outputs), writes(step.beta), size_bytes(step.dtypes[0])}));
    result.flops = inputs * (is_complex(step.dtypes[1]) ? 2.0 : 1.0);
    result.ms = prices.reduce_ms(step, static_cast<double>(result.bytes));
    return result;
}

StepCost cost(const ScaleStep& step, const StepPrices& prices) {
    StepCost result;
    result.bytes =
        saturating_product({writes(step.beta), volume(step.modes), size_bytes(step.dtype)});
    result.ms = prices.copy_ms(static_cast<double>(result.bytes));
    return result;
}

}  // namespace

StepCost predict(const Action& action, const StepPrices& prices) {
    return std::visit([&](const auto& step) { return cost(step, prices); }, action);
}

double predict_ms(const Plan& plan) {
    double total = 0;
    for_each_step(plan.nodes, [&](const Step& step, std::int64_t repetitions) {
        total += step.cost.ms * static_cast<double>(repetitions);
    });
    return total;
}

}  // namespace ttgt
