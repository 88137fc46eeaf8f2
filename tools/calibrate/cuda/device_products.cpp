// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/calibrate/cuda/device_products.h"

#include <ttgt/error.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "contraction/cuda/gemm.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/event_timer.h"
#include "tools/bench/timing.h"
#include "tools/io/interrupt.h"

namespace ttgt::tool {
namespace {

/// Pairs of operations, m and n either way round.
constexpr double most_ways = 8;

/// Elements of A, B and C from the first column to behind the last one.
std::array<std::int64_t, 3> elements_of(const GemmCall& shape) {
    return {shape.lda * (shape.op_a == MatrixOp::none ? shape.k : shape.m),
            shape.ldb * (shape.op_b == MatrixOp::none ? shape.n : shape.k), shape.ldc * shape.n};
}

/// Elements from one column of `rows` elements to the next.
std::int64_t leading_dimension(const ProductKind& kind, std::int64_t rows) {
    constexpr std::int64_t whole_bytes = 16;
    const std::int64_t bytes = size_bytes(kind.dtype);
    if (kind.column_bytes == 0 || rows * bytes < whole_bytes) return rows;
    const std::int64_t beyond = kind.column_bytes < whole_bytes ? kind.column_bytes / bytes : 0;
    return align_up(rows, whole_bytes / bytes) + beyond;
}

GemmStep step_of(const GemmCall& shape, std::int64_t count) {
    GemmStep step;
    step.shape = shape;
    step.scratch_limit = unlimited;
    if (count > 1) {
        step.loops = {{count, elements_of(shape)}};
    }
    return step;
}

}  // namespace

std::vector<GemmCall> ways_of(const ProductKind& kind, const ProductExtents& extents) {
    constexpr std::array<MatrixOp, 2> ops{MatrixOp::none, MatrixOp::transpose};
    std::vector<GemmCall> ways;
    for (const bool mirrored : {false, true}) {
        if (mirrored && extents.m == extents.n) break;
        for (const MatrixOp op_a : ops) {
            for (const MatrixOp op_b : ops) {
                GemmCall call;
                call.dtype = kind.dtype;
                call.compute = kind.compute;
                call.op_a = op_a;
                call.op_b = op_b;
                call.m = mirrored ? extents.n : extents.m;
                call.n = mirrored ? extents.m : extents.n;
                call.k = extents.k;
                call.lda = leading_dimension(kind, op_a == MatrixOp::none ? call.m : call.k);
                call.ldb = leading_dimension(kind, op_b == MatrixOp::none ? call.k : call.n);
                call.ldc = leading_dimension(kind, call.m);
                ways.push_back(call);
            }
        }
    }
    return ways;
}

DeviceProducts::DeviceProducts(const Context& context, double point_ms)
    : device_(context.options().device.index),
      stream_(context.stream()),
      point_ms_(point_ms),
      memory_{RandomTensor(device_, stream_, 1), RandomTensor(device_, stream_, 2),
              RandomTensor(device_, stream_, 3), RandomTensor(device_, stream_, 4)} {}

double DeviceProducts::us(const ProductKind& kind, const ProductExtents& extents,
                          std::int64_t count) {
    using Clock = std::chrono::steady_clock;
    throw_if_interrupted();
    const std::vector<GemmCall> ways = ways_of(kind, extents);
    place_largest(ways, count);
    const Clock::time_point start = Clock::now();
    std::vector<double> logarithms;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const std::chrono::duration<double, std::milli> spent = Clock::now() - start;
        if (!logarithms.empty() && spent.count() > point_ms_) break;
        try {
            logarithms.push_back(std::log(median_us(ways[i], count)));
        } catch (const Unsupported&) {
            if (i + 1 == ways.size() && logarithms.empty()) throw;
        }
    }
    const double sum = std::accumulate(logarithms.begin(), logarithms.end(), 0.0);
    return std::exp(sum / static_cast<double>(logarithms.size())) / static_cast<double>(count);
}

/// Room for the operands of each of the calls.
void DeviceProducts::place_largest(const std::vector<GemmCall>& ways, std::int64_t count) {
    std::array<std::int64_t, 3> most{};
    for (const GemmCall& way : ways) {
        const std::array<std::int64_t, 3> elements = elements_of(way);
        for (std::size_t i = 0; i < most.size(); ++i) {
            most[i] = std::max(most[i], count * elements[i]);
        }
    }
    place(most, ways.front().dtype);
}

/// Room for the operands, and numbers in those that are read.
void DeviceProducts::place(const std::array<std::int64_t, 3>& elements, DType dtype) {
    for (std::size_t matrix = 0; matrix < elements.size(); ++matrix) {
        memory_[matrix].reserve(elements[matrix] * size_bytes(dtype));
        if (matrix < 2) memory_[matrix].fill(elements[matrix], dtype);
    }
}

double DeviceProducts::call_us(const GemmCall& shape) {
    throw_if_interrupted();
    place(elements_of(shape), shape.dtype);
    return median_us(shape, 1);
}

double DeviceProducts::median_us(const GemmCall& shape, std::int64_t count) {
    constexpr int most_turns = 5;
    GemmStep step = step_of(shape, count);
    cuda::prepare_gemm(step, device_, unlimited);
    memory_[3].reserve(step.scratch_bytes);
    Resources resources;
    resources.stream = stream_;
    resources.scratch = memory_[3].data();
    const auto multiply = [&] {
        const cuda::DeviceScope scope(device_);
        cuda::run_gemm(step, {1.0, 0.0}, memory_[0].data(), memory_[1].data(), memory_[2].data(),
                       resources);
    };
    const auto time = [&](int turns) {
        return cuda::time_turns_ms(device_, stream_, turns, {multiply}).front();
    };
    const double first_ms = time(1).front();  // warms up
    const double share_ms = point_ms_ / most_ways;
    const int turns = static_cast<int>(std::clamp(share_ms / first_ms, 1.0, double{most_turns}));
    return 1e3 * median(time(turns));
}

}  // namespace ttgt::tool
