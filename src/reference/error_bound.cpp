// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/reference/error_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "src/core/element.h"

namespace ttgt::reference {
namespace {

/// What rounding to a dtype that is not computed with may cost, once.
struct Rounding {
    double relative = 0;  ///< unit roundoff
    double absolute = 0;  ///< smallest normal number
    double largest = std::numeric_limits<double>::max();
};

Rounding rounding_to(DType dtype) {
    constexpr double float16_largest = 65504;
    constexpr double bfloat16_largest = 0xffp120;
    if (dtype == DType::float16) return {0x1p-11, 0x1p-14, float16_largest};
    if (dtype == DType::bfloat16) return {0x1p-8, 0x1p-126, bfloat16_largest};
    return {};
}

bool is_complex_arithmetic(const Problem& problem, DType d) {
    const std::vector<Input>& inputs = problem.inputs;
    return is_complex(d) || std::any_of(inputs.begin(), inputs.end(), [](const Input& input) {
               return is_complex(input.tensor.dtype());
           });
}

bool is_finite(const Scalar& value) {
    return std::isfinite(value.real()) && std::isfinite(value.imag());
}

}  // namespace

std::int64_t inner_size(const Problem& problem, const BoundLabels& bound) {
    return problem.alpha == Scalar{} ? 0 : group_size(bound, summed_group(bound));
}

Bound error_bound(const Problem& problem, const BoundLabels& bound, DType d) {
    const double terms = static_cast<double>(inner_size(problem, bound)) + 4.0;
    const double c = is_complex_arithmetic(problem, d) ? 8.0 : 2.0;
    constexpr double roundings = 3;
    const Rounding rounding = rounding_to(d);
    const double of_inputs = problem.compute == ComputeType::tf32 ? c * 0x1p-10 : 0.0;
    const double of_products = problem.compute == ComputeType::tf32x3 ? 2.0 : 1.0;
    return visit_computed(compute_of(d), [&](auto tag) {
        using R = RealOf<typename decltype(tag)::type>;
        return Bound{
            of_products * terms * c * static_cast<double>(std::numeric_limits<R>::epsilon()) +
                roundings * rounding.relative + of_inputs,
            terms * static_cast<double>(std::numeric_limits<R>::min()) +
                roundings * rounding.absolute,
            rounding.largest};
    });
}

double error_over_bound(const Scalar& d, const Value& expected, const Bound& bound) {
    const bool finite = is_finite(expected.value);
    const double most = bound.relative * expected.magnitude + bound.absolute;
    const bool overflowed = finite && std::isinf(d.real()) &&
                            std::copysign(expected.value.real(), d.real()) == expected.value.real();
    if (overflowed && std::abs(expected.value.real()) + most > bound.largest) return 0;
    if (is_finite(d) != finite) return std::numeric_limits<double>::infinity();
    if (!finite) return 0;
    return std::abs(d - expected.value) / most;
}

}  // namespace ttgt::reference
