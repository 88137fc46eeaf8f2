// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "operators/cpu/element_functions.h"
#include "src/core/element.h"

namespace ttgt::cpu {

/// What values of type T are reduced in: double precision.
template <class T>
using Accumulator = std::conditional_t<is_complex_v<T>, std::complex<double>, double>;

/// The result of a reduction of no value.
template <class A>
[[nodiscard]] A neutral(Reduction reduction) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    switch (reduction) {
        case Reduction::prod:
            return A(1.0);
        case Reduction::max:
            return A(-infinity);
        case Reduction::min:
            return A(infinity);
        default:
            return A(0.0);
    }
}

/// Calls `visitor(first, combine)`: what one value of type T contributes, and how two results A
/// become one. `is_real` says that the values have no imaginary part, whatever T.
template <class T, class Visitor>
void visit_reduction(Reduction reduction, bool is_real, Visitor&& visitor) {
    using A = Accumulator<T>;
    const auto itself = [](const T& value) { return static_cast<A>(value); };
    const auto sum = [](const A& a, const A& b) { return a + b; };
    if (reduction == Reduction::sum) return visitor(itself, sum);
    if (reduction == Reduction::norm2) {
        return visitor([](const T& value) { return A(std::norm(static_cast<A>(value))); }, sum);
    }
    if constexpr (is_complex_v<T>) {
        if (reduction == Reduction::prod && is_real) {
            return visitor(itself, [](const A& a, const A& b) { return A(a.real() * b.real()); });
        }
        if (reduction == Reduction::prod) {
            return visitor(itself, [](const A& a, const A& b) { return product(a, b); });
        }
        const bool is_max = reduction == Reduction::max;
        visitor(itself, [is_max](const A& a, const A& b) {
            return A(is_max ? larger(a.real(), b.real()) : smaller(a.real(), b.real()));
        });
    } else {
        if (reduction == Reduction::prod) {
            return visitor(itself, [](A a, A b) { return a * b; });
        }
        if (reduction == Reduction::max) {
            return visitor(itself, [](A a, A b) { return larger(a, b); });
        }
        visitor(itself, [](A a, A b) { return smaller(a, b); });
    }
}

/// Reduces `count` values to one, eight at a time: in an order that depends on `count` alone.
template <class A, class T, class First, class Combine>
[[nodiscard]] A reduced_row(A start, const T* values, std::int64_t count, First first,
                            Combine combine) {
    constexpr std::int64_t lanes = 8;
    if (count < lanes) {
        for (std::int64_t i = 0; i < count; ++i) start = combine(start, first(values[i]));
        return start;
    }
    std::array<A, lanes> sums;
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] = first(values[lane]);
    std::int64_t i = lanes;
    for (; i + lanes <= count; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            sums[lane] = combine(sums[lane], first(values[i + static_cast<std::int64_t>(lane)]));
        }
    }
    for (; i < count; ++i) sums[0] = combine(sums[0], first(values[i]));
    for (std::size_t half = lanes / 2; half > 0; half /= 2) {
        for (std::size_t lane = 0; lane < half; ++lane) {
            sums[lane] = combine(sums[lane], sums[lane + half]);
        }
    }
    return combine(start, sums[0]);
}

/// Reduces `rows` rows of `kept` values each into `sums`, which has one result for each column.
template <class T>
void reduce_tile(Reduction reduction, bool is_real, const T* values, std::int64_t kept,
                 std::int64_t rows, Accumulator<T>* sums) {
    visit_reduction<T>(reduction, is_real, [&](auto first, auto combine) {
        if (kept == 1) {
            sums[0] = reduced_row(sums[0], values, rows, first, combine);
            return;
        }
        for (std::int64_t row = 0; row < rows; ++row, values += kept) {
            for (std::int64_t i = 0; i < kept; ++i) sums[i] = combine(sums[i], first(values[i]));
        }
    });
}

}  // namespace ttgt::cpu
