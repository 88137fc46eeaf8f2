// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>

#include <fmt/format.h>

#include "src/reference/operators.h"

namespace ttgt::reference {
namespace {

/// Library functions are good to a few units in the last place.
constexpr double function_units = 16;

using Function = Scalar (*)(const Scalar&);

template <double (*function)(double)>
Scalar of_real(const Scalar& x) {
    return function(x.real());
}

double sigmoid_of(double x) { return 1 / (1 + std::exp(-x)); }
double soft_plus_of(double x) { return std::fmax(x, 0) + std::log1p(std::exp(-std::fabs(x))); }
double mish_of(double x) { return x * std::tanh(soft_plus_of(x)); }
double swish_of(double x) { return x * sigmoid_of(x); }
double soft_sign_of(double x) { return x / (1 + std::fabs(x)); }
double relu_of(double x) { return x < 0 ? 0 : x; }

const std::map<std::string_view, Function>& functions() {
    static const std::map<std::string_view, Function> table{
        {"identity", [](const Scalar& x) { return x; }},
        {"conj", [](const Scalar& x) { return std::conj(x); }},
        {"neg", [](const Scalar& x) { return -x; }},
        {"rcp", [](const Scalar& x) { return x.imag() == 0 ? 1 / x.real() : 1.0 / x; }},
        {"abs", [](const Scalar& x) { return Scalar(std::abs(x)); }},
        {"sqrt",
         [](const Scalar& x) {
             return x.imag() == 0 && !(x.real() < 0) ? Scalar(std::sqrt(x.real())) : std::sqrt(x);
         }},
        {"exp", [](const Scalar& x) { return std::exp(x); }},
        {"log", [](const Scalar& x) { return std::log(x); }},
        {"relu", of_real<relu_of>},
        {"sigmoid", of_real<sigmoid_of>},
        {"tanh", of_real<std::tanh>},
        {"sin", of_real<std::sin>},
        {"cos", of_real<std::cos>},
        {"tan", of_real<std::tan>},
        {"sinh", of_real<std::sinh>},
        {"cosh", of_real<std::cosh>},
        {"asin", of_real<std::asin>},
        {"acos", of_real<std::acos>},
        {"atan", of_real<std::atan>},
        {"asinh", of_real<std::asinh>},
        {"acosh", of_real<std::acosh>},
        {"atanh", of_real<std::atanh>},
        {"ceil", of_real<std::ceil>},
        {"floor", of_real<std::floor>},
        {"mish", of_real<mish_of>},
        {"swish", of_real<swish_of>},
        {"soft_plus", of_real<soft_plus_of>},
        {"soft_sign", of_real<soft_sign_of>},
    };
    return table;
}

Scalar divided(const Scalar& a, const Scalar& b) { return b.imag() == 0 ? a / b.real() : a / b; }

Scalar larger_of(const Scalar& a, const Scalar& b) {
    if (std::isnan(a.real())) return a;
    return a.real() >= b.real() ? a : b;
}

}  // namespace

Bounded apply(std::string_view function, const Bounded& a, double epsilon) {
    const auto found = functions().find(function);
    if (found == functions().end()) {
        throw InvalidArgument(fmt::format("no function '{}'", function));
    }
    const Scalar value = found->second(a.value);
    // How far the function moves over the operand's error: exact enough where that is small.
    const double moved = std::abs(found->second(a.value + a.error) - value) +
                         std::abs(found->second(a.value - a.error) - value);
    return {value, (a.error == 0 ? 0 : moved) + function_units * epsilon * std::abs(value)};
}

Bounded apply(std::string_view operation, const Bounded& a, const Bounded& b, double epsilon) {
    const auto rounded = [&](const Scalar& value, double error) {
        return Bounded{value, error + 4 * epsilon * std::abs(value)};
    };
    if (operation == "+") return rounded(a.value + b.value, a.error + b.error);
    if (operation == "-") return rounded(a.value - b.value, a.error + b.error);
    if (operation == "*") {
        return rounded(a.value * b.value, a.error * std::abs(b.value) +
                                              b.error * std::abs(a.value) + a.error * b.error);
    }
    if (operation == "/") {
        const Scalar value = divided(a.value, b.value);
        const double size = std::abs(b.value);
        return rounded(value,
                       (a.error + std::abs(value) * b.error) / std::max(size - b.error, 0.0));
    }
    const double error = std::max(a.error, b.error);
    if (operation == "max") return {larger_of(a.value, b.value), error};
    if (operation == "min") return {-larger_of(-a.value, -b.value), error};
    throw InvalidArgument(fmt::format("no operation '{}'", operation));
}

}  // namespace ttgt::reference
