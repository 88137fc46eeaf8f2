// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/cost.h"

#include "src/core/element.h"

namespace ttgt {
namespace {

/// Real operations of one multiply-add.
double flops_per_product(DType dtype) { return is_complex(dtype) ? 8.0 : 2.0; }

std::int64_t writes(ScalarRole beta) { return beta == ScalarRole::zero ? 1 : 2; }

StepCost cost(const TransposeStep& step, const Machine& machine) {
    StepCost result;
    result.bytes = bytes_moved(step.kernel->problem, step.beta != ScalarRole::zero);
    result.ms = machine.transpose_ms(step, static_cast<double>(result.bytes));
    return result;
}

StepCost cost(const GemmStep& step, const Machine& machine) {
    const GemmCall& shape = step.shape;
    const std::int64_t count = volume(step.loops);
    const std::int64_t terms = volume(step.sums);
    const std::int64_t elements =
        (shape.m * shape.k + shape.k * shape.n) * terms + shape.m * shape.n * writes(step.beta);
    StepCost result;
    result.bytes = elements * count * size_bytes(shape.dtype);
    const auto products = static_cast<double>(count * terms);
    result.flops = flops_per_product(shape.dtype) * static_cast<double>(shape.m) *
                   static_cast<double>(shape.n) * static_cast<double>(shape.k) * products;
    result.ms = machine.gemm_ms(step);
    return result;
}

/// Distinct elements that `array` of the modes addresses.
template <std::size_t N>
std::int64_t elements(const Modes<N>& modes, std::size_t array) {
    std::int64_t product = 1;
    for (const Mode<N>& mode : modes) {
        if (mode.strides[array] != 0) product *= mode.extent;
    }
    return product;
}

StepCost cost(const DirectStep& step, const Machine& machine) {
    StepCost result;
    for (std::size_t array = 0; array < 3; ++array) {
        result.bytes += elements(step.outputs, array) * elements(step.sums, array) *
                        size_bytes(step.dtypes[array]);
    }
    result.flops = flops_per_product(step.dtypes[0]) * static_cast<double>(volume(step.outputs)) *
                   static_cast<double>(volume(step.sums));
    result.ms = machine.direct_ms(step, static_cast<double>(result.bytes));
    result.bytes += (writes(step.beta) - 1) * volume(step.outputs) * size_bytes(step.dtypes[0]);
    return result;
}

StepCost cost(const ReduceStep& step, const Machine& machine) {
    StepCost result;
    const std::int64_t inputs = volume(step.outputs) * volume(step.sums);
    result.bytes = inputs * size_bytes(step.dtypes[1]) +
                   volume(step.outputs) * writes(step.beta) * size_bytes(step.dtypes[0]);
    result.flops = static_cast<double>(inputs) * (is_complex(step.dtypes[1]) ? 2.0 : 1.0);
    result.ms = machine.reduce_ms(step, static_cast<double>(result.bytes));
    return result;
}

StepCost cost(const ScaleStep& step, const Machine& machine) {
    StepCost result;
    result.bytes = 2 * volume(step.modes) * size_bytes(step.dtype);
    result.ms = machine.copy_ms(static_cast<double>(result.bytes));
    return result;
}

}  // namespace

StepCost predict(const Action& action, const Machine& machine) {
    return std::visit([&](const auto& step) { return cost(step, machine); }, action);
}

double predict_ms(const Plan& plan) {
    double total = 0;
    for_each_step(plan.nodes, [&](const Step& step, std::int64_t repetitions) {
        total += step.cost.ms * static_cast<double>(repetitions);
    });
    return total;
}

}  // namespace ttgt
