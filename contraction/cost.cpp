// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cost.h"

#include <algorithm>
#include <cmath>

#include "contraction/gemm_split.h"
#include "src/core/element.h"

namespace ttgt {
namespace {

/// Real operations of one multiply-add.
double flops_per_product(DType dtype) { return is_complex(dtype) ? 8.0 : 2.0; }

std::int64_t writes(ScalarRole beta) { return beta == ScalarRole::zero ? 1 : 2; }

StepCost cost(const TransposeStep& step, const Machine& machine) {
    StepCost result;
    result.bytes = bytes_moved(step.kernel, step.beta != ScalarRole::zero);
    result.ms = machine.transpose_ms(static_cast<double>(result.bytes), predicted_ms(step.kernel));
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
    // Storing through the caches first reads what is overwritten.
    const std::int64_t unread = step.beta == ScalarRole::zero ? shape.m * shape.n * count : 0;
    const GemmSplit split = split_gemm(shape, count, machine.threads());
    Work work;
    work.pieces = split.by_library
                      ? machine.threads()
                      : static_cast<double>(count * split.row_parts * split.column_parts);
    work.traffic_bytes = static_cast<double>(result.bytes + unread * size_bytes(shape.dtype));
    result.ms = machine.gemm_ms(shape, products, work);
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

/// Contiguous runs of an operand's elements.
double pieces(const DirectStep& step, std::size_t array) {
    double product = 1;
    for (const Modes<3>* modes : {&step.outputs, &step.sums}) {
        for (const Mode<3>& mode : *modes) {
            if (mode.strides[array] > 1 || mode.strides[array] < 0) {
                product *= static_cast<double>(mode.extent);
            }
        }
    }
    return product;
}

/// The product that a Direct step does for every index of its batch labels.
struct DirectShape {
    std::int64_t m = 1;
    std::int64_t n = 1;
    std::int64_t k = 1;
    std::int64_t batch = 1;

    explicit DirectShape(const DirectStep& step) : k(volume(step.sums)) {
        for (const Mode<3>& mode : step.outputs) {
            const bool in_l = mode.strides[1] != 0;
            const bool in_r = mode.strides[2] != 0;
            (in_l && in_r ? batch : in_l ? m : n) *= mode.extent;
        }
    }
    /// Every element of an operand serves once: memory sets the time.
    [[nodiscard]] bool reuses_nothing() const {
        return (m == 1) + (n == 1) + (k == 1) >= 2 || (k == 1 && batch == 1);
    }
};

StepCost cost(const DirectStep& step, const Machine& machine) {
    StepCost result;
    for (std::size_t array = 0; array < 3; ++array) {
        result.bytes += elements(step.outputs, array) * elements(step.sums, array) *
                        size_bytes(step.dtypes[array]);
    }
    const DirectShape shape(step);
    result.flops = flops_per_product(step.dtypes[0]) * static_cast<double>(volume(step.outputs)) *
                   static_cast<double>(shape.k);
    const auto bytes = static_cast<double>(result.bytes);
    if (shape.reuses_nothing()) {
        result.ms = machine.copy_ms(bytes);
        return result;
    }
    GemmCall call;
    call.dtype = step.dtypes[0];
    call.m = shape.m;
    call.n = shape.n;
    call.k = shape.k;
    const auto batch = static_cast<double>(shape.batch);
    // Direct splits D into panels of some dozen rows and tiles of some columns.
    constexpr double panel_elements = 24 * 8;
    const double tiles =
        static_cast<double>(shape.m) * static_cast<double>(shape.n) / panel_elements;
    result.ms = machine.direct_ms(call, batch, pieces(step, 0) + pieces(step, 1) + pieces(step, 2),
                                  {batch * std::max(std::floor(tiles), 1.0), bytes});
    return result;
}

StepCost cost(const ReduceStep& step, const Machine& machine) {
    StepCost result;
    const std::int64_t inputs = volume(step.outputs) * volume(step.sums);
    result.bytes = inputs * size_bytes(step.dtypes[1]) +
                   volume(step.outputs) * writes(step.beta) * size_bytes(step.dtypes[0]);
    result.flops = static_cast<double>(inputs) * (is_complex(step.dtypes[1]) ? 2.0 : 1.0);
    result.ms = machine.copy_ms(static_cast<double>(result.bytes));
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
