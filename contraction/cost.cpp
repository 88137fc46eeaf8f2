// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cost.h"

#include <algorithm>

#include "contraction/gemm_split.h"
#include "src/core/element.h"

namespace ttgt {
namespace {

/// Real operations of one multiply-add.
double flops_per_product(DType dtype) { return is_complex(dtype) ? 8.0 : 2.0; }

std::int64_t writes(ScalarRole beta) { return beta == ScalarRole::zero ? 1 : 2; }

StepCost cost(const TransposeStep& step, const Machine& machine) {
    StepCost result;
    result.bytes = bytes_moved(step.kernel.problem, step.beta != ScalarRole::zero);
    result.ms = machine.transpose_ms(static_cast<double>(result.bytes), predicted_ms(step.kernel));
    return result;
}

/// Contiguous runs in the three matrices: columns that do not adjoin.
double matrix_runs(const GemmCall& shape) {
    const auto runs = [](std::int64_t rows, std::int64_t columns, std::int64_t ld) {
        return rows == ld ? 1.0 : static_cast<double>(columns);
    };
    const bool plain_a = shape.op_a == MatrixOp::none;
    const bool plain_b = shape.op_b == MatrixOp::none;
    return runs(plain_a ? shape.m : shape.k, plain_a ? shape.k : shape.m, shape.lda) +
           runs(plain_b ? shape.k : shape.n, plain_b ? shape.n : shape.k, shape.ldb) +
           runs(shape.m, shape.n, shape.ldc);
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
    Work work = gemm_work(shape, count, terms, machine.threads());
    work.runs = matrix_runs(shape) * products;
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
double contiguous_runs(const DirectStep& step, std::size_t array) {
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
    /// Nothing is summed, and one factor has D's shape: rows of D in vectors, as fast as a copy.
    [[nodiscard]] bool is_elementwise() const { return k == 1 && (m == 1 || n == 1); }
};

/// Into how many pieces threads can cut one product: sharing few rows or columns, each of them
/// packs the whole of the other factor; long sums are shared where D is small.
std::int64_t direct_pieces(const DirectShape& shape) {
    constexpr std::int64_t worth_sharing = 48;
    constexpr std::int64_t long_sum = 1024;
    const std::int64_t tiles = std::max<std::int64_t>(shape.m / worth_sharing, 1) *
                               std::max<std::int64_t>(shape.n / worth_sharing, 1);
    return tiles == 1 ? std::max<std::int64_t>(shape.k / long_sum, 1) : tiles;
}

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
    if (shape.is_elementwise()) {
        result.ms = machine.copy_ms(bytes);
        return result;
    }
    GemmCall call;
    call.dtype = step.dtypes[0];
    call.m = shape.m;
    call.n = shape.n;
    call.k = shape.k;
    const auto batch = static_cast<double>(shape.batch);
    Work work;
    work.pieces = batch * static_cast<double>(direct_pieces(shape));
    work.traffic_bytes = bytes;
    work.runs = contiguous_runs(step, 1) + contiguous_runs(step, 2);
    work.near_runs = contiguous_runs(step, 0);
    result.ms = machine.direct_ms(call, batch, work);
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

Work gemm_work(const GemmCall& shape, std::int64_t count, std::int64_t terms, int threads) {
    const GemmSplit split = split_gemm(shape, count, terms, threads);
    const double elements =
        static_cast<double>((shape.m + shape.n) * shape.k) * static_cast<double>(count * terms) +
        2 * static_cast<double>(shape.m * shape.n * count);
    Work work;
    work.pieces = split.by_library ? threads : static_cast<double>(count * split.pieces());
    work.traffic_bytes = elements * static_cast<double>(size_bytes(shape.dtype));
    return work;
}

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
