// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <complex>

#include "operators/expression/operation.h"

/// What the functions of formulas compute, element by element. NaNs go through all of them.
namespace ttgt::cpu {

template <class R>
[[nodiscard]] inline R larger(R a, R b) {
    return a >= b || a != a ? a : b;
}
template <class R>
[[nodiscard]] inline R smaller(R a, R b) {
    return a <= b || a != a ? a : b;
}
template <class R>
[[nodiscard]] inline R sigmoid(R x) {
    return R(1) / (R(1) + std::exp(-x));
}
/// log(1 + e^x), which neither overflows nor loses digits.
template <class R>
[[nodiscard]] inline R soft_plus(R x) {
    return (x > R(0) ? x : R(0)) + std::log1p(std::exp(-std::abs(x)));
}
template <class R>
[[nodiscard]] inline std::complex<R> product(std::complex<R> a, std::complex<R> b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Calls `visitor(function)` with the function R -> R of an operation of one operand. Long: a case
/// for each.
template <class R, class Visitor>
void visit_function(Operation operation, Visitor&& visitor) {
    switch (operation) {
        case Operation::sqrt:
            return visitor([](R x) { return std::sqrt(x); });
        case Operation::relu:
            return visitor([](R x) { return x < R(0) ? R(0) : x; });
        case Operation::rcp:
            return visitor([](R x) { return R(1) / x; });
        case Operation::sigmoid:
            return visitor([](R x) { return sigmoid(x); });
        case Operation::tanh:
            return visitor([](R x) { return std::tanh(x); });
        case Operation::exp:
            return visitor([](R x) { return std::exp(x); });
        case Operation::log:
            return visitor([](R x) { return std::log(x); });
        case Operation::abs:
            return visitor([](R x) { return std::abs(x); });
        case Operation::neg:
            return visitor([](R x) { return -x; });
        case Operation::sin:
            return visitor([](R x) { return std::sin(x); });
        case Operation::cos:
            return visitor([](R x) { return std::cos(x); });
        case Operation::tan:
            return visitor([](R x) { return std::tan(x); });
        case Operation::sinh:
            return visitor([](R x) { return std::sinh(x); });
        case Operation::cosh:
            return visitor([](R x) { return std::cosh(x); });
        case Operation::asin:
            return visitor([](R x) { return std::asin(x); });
        case Operation::acos:
            return visitor([](R x) { return std::acos(x); });
        case Operation::atan:
            return visitor([](R x) { return std::atan(x); });
        case Operation::asinh:
            return visitor([](R x) { return std::asinh(x); });
        case Operation::acosh:
            return visitor([](R x) { return std::acosh(x); });
        case Operation::atanh:
            return visitor([](R x) { return std::atanh(x); });
        case Operation::ceil:
            return visitor([](R x) { return std::ceil(x); });
        case Operation::floor:
            return visitor([](R x) { return std::floor(x); });
        case Operation::mish:
            return visitor([](R x) { return x * std::tanh(soft_plus(x)); });
        case Operation::swish:
            return visitor([](R x) { return x * sigmoid(x); });
        case Operation::soft_plus:
            return visitor([](R x) { return soft_plus(x); });
        case Operation::soft_sign:
            return visitor([](R x) { return x / (R(1) + std::abs(x)); });
        default:  // identity, and conj of a real value
            return visitor([](R x) { return x; });
    }
}

/// The same for complex values and the operations that take them.
template <class R, class Visitor>
void visit_complex_function(Operation operation, Visitor&& visitor) {
    using C = std::complex<R>;
    switch (operation) {
        case Operation::sqrt:
            return visitor([](C x) { return std::sqrt(x); });
        case Operation::conj:
            return visitor([](C x) { return std::conj(x); });
        case Operation::rcp:
            return visitor([](C x) { return C(1) / x; });
        case Operation::exp:
            return visitor([](C x) { return std::exp(x); });
        case Operation::log:
            return visitor([](C x) { return std::log(x); });
        case Operation::abs:
            return visitor([](C x) { return C(std::abs(x)); });
        case Operation::neg:
            return visitor([](C x) { return -x; });
        default:
            return visitor([](C x) { return x; });
    }
}

/// Calls `visitor(function)` with the function R, R -> R of an operation of two operands.
template <class R, class Visitor>
void visit_operator(Operation operation, Visitor&& visitor) {
    switch (operation) {
        case Operation::add:
            return visitor([](R a, R b) { return a + b; });
        case Operation::subtract:
            return visitor([](R a, R b) { return a - b; });
        case Operation::multiply:
            return visitor([](R a, R b) { return a * b; });
        case Operation::divide:
            return visitor([](R a, R b) { return a / b; });
        case Operation::max:
            return visitor([](R a, R b) { return larger(a, b); });
        default:
            return visitor([](R a, R b) { return smaller(a, b); });
    }
}

/// The same for complex values. What has no imaginary part is used as a real number: 0 times an
/// infinity would else make a NaN of the part that is not there.
template <class R, class Visitor>
void visit_complex_operator(const Instruction& instruction, Visitor&& visitor) {
    using C = std::complex<R>;
    const bool is_real = instruction.left_real && instruction.right_real;
    switch (instruction.operation) {
        case Operation::add:
            return visitor([](C a, C b) { return a + b; });
        case Operation::subtract:
            return visitor([](C a, C b) { return a - b; });
        case Operation::multiply:
            if (is_real) return visitor([](C a, C b) { return C(a.real() * b.real()); });
            if (instruction.right_real) return visitor([](C a, C b) { return a * b.real(); });
            if (instruction.left_real) return visitor([](C a, C b) { return a.real() * b; });
            return visitor([](C a, C b) { return product(a, b); });
        case Operation::divide:
            if (is_real) return visitor([](C a, C b) { return C(a.real() / b.real()); });
            if (instruction.right_real) return visitor([](C a, C b) { return a / b.real(); });
            return visitor([](C a, C b) { return a / b; });
        case Operation::max:
            return visitor([](C a, C b) { return C(larger(a.real(), b.real())); });
        default:
            return visitor([](C a, C b) { return C(smaller(a.real(), b.real())); });
    }
}

}  // namespace ttgt::cpu
