// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/reduce.h"

#include "contraction/cpu/odometer.h"
#include "src/core/element.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {
namespace {

/// Elements summed one after the other; beyond, halves are summed apart (pairwise summation).
constexpr std::int64_t sequential_length = 64;

template <class T>
T pairwise_sum(const T* values, std::int64_t count, std::int64_t stride) {
    if (count <= sequential_length) {
        T total{};
        for (std::int64_t i = 0; i < count; ++i) total += values[i * stride];
        return total;
    }
    const std::int64_t half = count / 2;
    return pairwise_sum(values, half, stride) +
           pairwise_sum(values + half * stride, count - half, stride);
}

template <class T>
T sum_over(const Modes<2>& sums, const T* in) {
    if (sums.empty()) return *in;
    const Mode<2>& inner = sums.front();
    const std::int64_t rows = volume(sums) / inner.extent;
    Odometer<2> outer(sums, 1, 0);
    T total{};
    for (std::int64_t row = 0; row < rows; ++row, outer.advance()) {
        total += pairwise_sum(in + outer.offsets()[1], inner.extent, inner.strides[1]);
    }
    return total;
}

template <class TOut, class TIn>
void reduce(const ReduceStep& step, const Scalars& scalars, const void* in, void* out,
            int threads) {
    const TOut alpha = scalar_cast<TOut>(scalars.alpha);
    const TOut beta = scalar_cast<TOut>(scalars.beta);
    const std::int64_t outputs = volume(step.outputs);
    const std::int64_t bytes = outputs * volume(step.sums) * static_cast<std::int64_t>(sizeof(TIn));
    parallel_ranges(outputs, bytes, threads, [&](std::int64_t begin, std::int64_t end) {
        Odometer<2> position(step.outputs, 0, begin);
        for (std::int64_t index = begin; index < end; ++index, position.advance()) {
            const auto& [offset_out, offset_in] = position.offsets();
            TIn total = sum_over(step.sums, static_cast<const TIn*>(in) + offset_in);
            if (step.conjugate) total = conjugate(total);
            TOut& result = static_cast<TOut*>(out)[offset_out];
            const TOut scaled = alpha * total;
            result = beta == TOut{} ? scaled : scaled + beta * result;
        }
    });
}

}  // namespace

void run_reduce(const ReduceStep& step, const Scalars& scalars, const void* in, void* out,
                int threads) {
    visit_numeric(step.dtypes[0], [&](auto tag) {
        using TOut = typename decltype(tag)::type;
        if (is_complex(step.dtypes[0]) && !is_complex(step.dtypes[1])) {
            return reduce<TOut, RealOf<TOut>>(step, scalars, in, out, threads);
        }
        reduce<TOut, TOut>(step, scalars, in, out, threads);
    });
}

}  // namespace ttgt::cpu
