// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cost.h"

#include <algorithm>

#include "src/core/element.h"

namespace ttgt {
namespace {

// A generic two-core machine of 2022, rounded: these numbers rank candidates and fill the report's
// "predicted" column. They are measured on no particular machine.
constexpr double bytes_per_ms = 1.0e7;         // 10 GB/s read plus written
constexpr double gemm_flops_per_ms = 6.0e7;    // 60 GFLOP/s float64, twice that in float32
constexpr double direct_flops_per_ms = 1.0e6;  // 1 GFLOP/s: dependent adds, strided loads
constexpr double gemm_call_ms = 5.0e-4;
constexpr double step_ms = 5.0e-4;

bool is_single(DType dtype) { return real_of(dtype) == DType::float32; }

/// Real operations of one multiply-add.
double flops_per_product(DType dtype) { return is_complex(dtype) ? 8.0 : 2.0; }

std::int64_t writes(ScalarRole beta) { return beta == ScalarRole::zero ? 1 : 2; }

StepCost cost(const TransposeStep& step) {
    StepCost result;
    result.bytes = bytes_moved(step.kernel, step.beta != ScalarRole::zero);
    result.ms = predicted_ms(step.kernel);
    return result;
}

StepCost cost(const GemmStep& step) {
    std::int64_t count = 1;
    for (const BatchLoop& loop : step.batch) count *= loop.extent;
    const GemmCall& shape = step.shape;
    const std::int64_t elements =
        shape.m * shape.k + shape.k * shape.n + shape.m * shape.n * writes(step.beta);
    StepCost result;
    result.bytes = elements * count * size_bytes(shape.dtype);
    result.flops = flops_per_product(shape.dtype) * static_cast<double>(shape.m) *
                   static_cast<double>(shape.n) * static_cast<double>(shape.k) *
                   static_cast<double>(count);
    const double rate = gemm_flops_per_ms * (is_single(shape.dtype) ? 2.0 : 1.0);
    result.ms = std::max(result.flops / rate, static_cast<double>(result.bytes) / bytes_per_ms) +
                gemm_call_ms * static_cast<double>(count);
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

StepCost cost(const DirectStep& step) {
    StepCost result;
    for (std::size_t array = 0; array < 3; ++array) {
        result.bytes += elements(step.outputs, array) * elements(step.sums, array) *
                        size_bytes(step.dtypes[array]);
    }
    result.flops = flops_per_product(step.dtypes[0]) * static_cast<double>(volume(step.outputs)) *
                   static_cast<double>(volume(step.sums));
    result.ms = std::max(result.flops / direct_flops_per_ms,
                         static_cast<double>(result.bytes) / bytes_per_ms) +
                step_ms;
    return result;
}

StepCost cost(const ReduceStep& step) {
    StepCost result;
    const std::int64_t inputs = volume(step.outputs) * volume(step.sums);
    result.bytes = inputs * size_bytes(step.dtypes[1]) +
                   volume(step.outputs) * writes(step.beta) * size_bytes(step.dtypes[0]);
    result.flops = static_cast<double>(inputs) * (is_complex(step.dtypes[1]) ? 2.0 : 1.0);
    result.ms = static_cast<double>(result.bytes) / bytes_per_ms + step_ms;
    return result;
}

StepCost cost(const ScaleStep& step) {
    StepCost result;
    result.bytes = 2 * volume(step.modes) * size_bytes(step.dtype);
    result.ms = static_cast<double>(result.bytes) / bytes_per_ms + step_ms;
    return result;
}

}  // namespace

StepCost predict(const Step& step) {
    return std::visit([](const auto& action) { return cost(action); }, step.action);
}

double predict_ms(const Plan& plan) {
    double total = 0;
    for_each_step(plan.nodes, [&](const Step& step, std::int64_t repetitions) {
        total += predict(step).ms * static_cast<double>(repetitions);
    });
    return total;
}

}  // namespace ttgt
