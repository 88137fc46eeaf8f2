// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bindings/cutensor/beside/expected.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace ttgt::test {
namespace {

constexpr std::size_t most_tensors = 5;
using Places = std::array<std::int64_t, most_tensors>;

/// A mode of the loops: its extent, and its stride in each tensor, the output's last.
struct Level {
    std::int64_t extent = 1;
    Places strides{};
};

template <class Visitor>
void loop(const std::vector<Level>& levels, std::size_t level, const Places& places,
          const Visitor& visitor) {
    if (level == levels.size()) return visitor(places);
    Places at = places;
    for (std::int64_t i = 0; i < levels[level].extent; ++i) {
        loop(levels, level + 1, at, visitor);
        for (std::size_t tensor = 0; tensor < at.size(); ++tensor) {
            at[tensor] += levels[level].strides[tensor];
        }
    }
}

/// A value, and the sum of the magnitudes that it was made of, which errors are relative to.
struct Bounded {
    Scalar value;
    double magnitude = 0;
};

Bounded exact(Scalar value) { return {value, std::abs(value)}; }

double softplus(double x) { return std::log1p(std::exp(x)); }

// Long: a table of functions.
double of_real(double x, cutensorOperator_t op) {
    switch (op) {
        case CUTENSOR_OP_RELU:
            return std::max(x, 0.0);
        case CUTENSOR_OP_SIGMOID:
            return 1 / (1 + std::exp(-x));
        case CUTENSOR_OP_TANH:
            return std::tanh(x);
        case CUTENSOR_OP_SIN:
            return std::sin(x);
        case CUTENSOR_OP_COS:
            return std::cos(x);
        case CUTENSOR_OP_TAN:
            return std::tan(x);
        case CUTENSOR_OP_SINH:
            return std::sinh(x);
        case CUTENSOR_OP_COSH:
            return std::cosh(x);
        case CUTENSOR_OP_ASIN:
            return std::asin(x);
        case CUTENSOR_OP_ACOS:
            return std::acos(x);
        case CUTENSOR_OP_ATAN:
            return std::atan(x);
        case CUTENSOR_OP_ASINH:
            return std::asinh(x);
        case CUTENSOR_OP_ACOSH:
            return std::acosh(x);
        case CUTENSOR_OP_ATANH:
            return std::atanh(x);
        case CUTENSOR_OP_CEIL:
            return std::ceil(x);
        case CUTENSOR_OP_FLOOR:
            return std::floor(x);
        case CUTENSOR_OP_MISH:
            return x * std::tanh(softplus(x));
        case CUTENSOR_OP_SWISH:
            return x / (1 + std::exp(-x));
        case CUTENSOR_OP_SOFT_PLUS:
            return softplus(x);
        default:  // CUTENSOR_OP_SOFT_SIGN
            return x / (std::abs(x) + 1);
    }
}

/// x under a unary operator. Functions are taken to be right to some units of the larger of their
/// value and 1: near their zeros, their argument is rounded as well.
Bounded applied(Scalar x, cutensorOperator_t op) {
    switch (op) {
        case CUTENSOR_OP_IDENTITY:
            return exact(x);
        case CUTENSOR_OP_CONJ:
            return exact(std::conj(x));
        case CUTENSOR_OP_NEG:
            return exact(-x);
        case CUTENSOR_OP_ABS:
            return exact(std::abs(x));
        case CUTENSOR_OP_RCP:
            return exact(1.0 / x);
        case CUTENSOR_OP_SQRT:
            return exact(std::sqrt(x));
        case CUTENSOR_OP_EXP:
            return exact(std::exp(x));
        case CUTENSOR_OP_LOG:
            return {std::log(x), std::max(1.0, std::abs(std::log(x)))};
        default: {
            const double y = of_real(x.real(), op);
            return {y, std::max(1.0, std::abs(y))};
        }
    }
}

/// Of real factors, real also where one is infinite.
Scalar times(Scalar x, Scalar y) {
    if (x.imag() == 0 && y.imag() == 0) return x.real() * y.real();
    return x * y;
}

Bounded combined(const Bounded& x, const Bounded& y, cutensorOperator_t op) {
    switch (op) {
        case CUTENSOR_OP_MUL:
            return {times(x.value, y.value), x.magnitude * y.magnitude};
        case CUTENSOR_OP_MAX:
            return {std::max(x.value.real(), y.value.real()), std::max(x.magnitude, y.magnitude)};
        case CUTENSOR_OP_MIN:
            return {std::min(x.value.real(), y.value.real()), std::max(x.magnitude, y.magnitude)};
        default:
            return {x.value + y.value, x.magnitude + y.magnitude};
    }
}

Bounded neutral(cutensorOperator_t op) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (op == CUTENSOR_OP_MUL) return exact(1.0);
    if (op == CUTENSOR_OP_MAX) return {-infinity, 0};
    if (op == CUTENSOR_OP_MIN) return {infinity, 0};
    return {0.0, 0};
}

class Loops {
public:
    explicit Loops(const OperationCase& operation) : operation_(operation) {
        for (const std::int32_t mode : operation.output.modes) kept_.push_back(level(mode));
        for (const TensorCase& input : operation.inputs) {
            for (const std::int32_t mode : input.modes) add_summed(mode);
        }
    }

    Expected run(const std::array<Scalar, 3>& scalars) const {
        const TensorCase& output = operation_.output;
        Expected expected{output.memory, std::vector<double>(output.memory.size(), -1)};
        Places origins{};
        for (std::size_t i = 0; i < operation_.inputs.size(); ++i) {
            origins[i] = operation_.inputs[i].origin;
        }
        origins[most_tensors - 1] = output.origin;
        loop(kept_, 0, origins, [&](const Places& places) {
            const Bounded result = element(places, scalars);
            const auto place = static_cast<std::size_t>(places[most_tensors - 1]);
            expected.values[place] = result.value;
            expected.bounds[place] = bound(result);
        });
        return expected;
    }

private:
    [[nodiscard]] Level level(std::int32_t mode) const {
        Level made{extent_of(operation_, mode), {}};
        const auto add = [&](const TensorCase& tensor, std::size_t number) {
            for (std::size_t i = 0; i < tensor.modes.size(); ++i) {
                if (tensor.modes[i] == mode) made.strides[number] += tensor.strides[i];
            }
        };
        for (std::size_t i = 0; i < operation_.inputs.size(); ++i) add(operation_.inputs[i], i);
        add(operation_.output, most_tensors - 1);
        return made;
    }

    void add_summed(std::int32_t mode) {
        const auto& kept = operation_.output.modes;
        if (std::find(kept.begin(), kept.end(), mode) != kept.end()) return;
        if (std::find(summed_modes_.begin(), summed_modes_.end(), mode) != summed_modes_.end()) {
            return;
        }
        summed_modes_.push_back(mode);
        summed_.push_back(level(mode));
        terms_ *= static_cast<double>(summed_.back().extent);
    }

    [[nodiscard]] Bounded input(std::size_t number, const Places& places) const {
        const TensorCase& tensor = operation_.inputs[number];
        return applied(tensor.memory[static_cast<std::size_t>(places[number])], tensor.op);
    }

    [[nodiscard]] Bounded scaled(Scalar scalar, std::size_t number, const Places& places) const {
        if (scalar == Scalar{}) return {0.0, 0};  // not read
        return combined(exact(scalar), input(number, places), CUTENSOR_OP_MUL);
    }

    [[nodiscard]] Bounded element(const Places& places,
                                  const std::array<Scalar, 3>& scalars) const {
        const std::size_t inputs = operation_.inputs.size();
        if (operation_.kind == CaseKind::contraction ||
            operation_.kind == CaseKind::contraction_trinary) {
            return combined(sum_of_products(places, scalars[0], inputs - 1),
                            scaled(scalars[1], inputs - 1, places), CUTENSOR_OP_ADD);
        }
        if (operation_.kind == CaseKind::reduction) {
            return combined(reduced(places, scalars[0]), scaled(scalars[1], 1, places),
                            CUTENSOR_OP_ADD);
        }
        Bounded result = scaled(scalars[0], 0, places);
        for (std::size_t i = 1; i < inputs; ++i) {
            result = combined(result, scaled(scalars[i], i, places), operation_.combines[i - 1]);
        }
        return result;
    }

    [[nodiscard]] Bounded sum_of_products(const Places& places, Scalar alpha,
                                          std::size_t factors) const {
        Bounded sum{0.0, 0};
        if (alpha == Scalar{}) return sum;
        loop(summed_, 0, places, [&](const Places& at) {
            Bounded product = input(0, at);
            for (std::size_t i = 1; i < factors; ++i) {
                product = combined(product, input(i, at), CUTENSOR_OP_MUL);
            }
            sum = combined(sum, product, CUTENSOR_OP_ADD);
        });
        return combined(exact(alpha), sum, CUTENSOR_OP_MUL);
    }

    [[nodiscard]] Bounded reduced(const Places& places, Scalar alpha) const {
        if (alpha == Scalar{}) return {0.0, 0};
        Bounded result = neutral(operation_.combines[0]);
        loop(summed_, 0, places, [&](const Places& at) {
            result = combined(result, input(0, at), operation_.combines[0]);
        });
        return combined(exact(alpha), result, CUTENSOR_OP_MUL);
    }

    /// Half a unit of factors rounded to the compute type.
    [[nodiscard]] double factor_roundoff() const {
        if (operation_.compute == "16BF") return 0x1p-8;
        if (operation_.compute == "16F" || operation_.compute == "TF32") return 0x1p-11;
        return operation_.compute == "64F" ? 0x1p-53 : 0x1p-24;
    }

    /// Each of terms rounds once when it is made and once when it is added; factors round to the
    /// compute type, results to the output's. A complex product is two real ones.
    [[nodiscard]] double bound(const Bounded& result) const {
        const bool is_product = operation_.kind == CaseKind::contraction ||
                                operation_.kind == CaseKind::contraction_trinary;
        if (result.magnitude > largest()) return std::numeric_limits<double>::infinity();
        // Products of 16-bit compute types are added in float32.
        const double of_factors = factor_roundoff();
        const double of_terms = is_product ? std::min(of_factors, 0x1p-24) : of_factors;
        const double of_output = roundoff(operation_.output.type);
        const double relative = 4 * (terms_ + 8) * of_terms + 8 * of_factors + 4 * of_output;
        return relative * result.magnitude + smallest();
    }

    /// Above it a result, or what it is made of, may overflow, and then be anything.
    [[nodiscard]] double largest() const {
        const bool is_half = operation_.output.type == CUDA_R_16F || operation_.compute == "16F";
        return is_half ? 0x1p14 : operation_.output.type == CUDA_R_64F ? 0x1p1000 : 0x1p120;
    }

    /// Below the type's normal numbers errors are absolute.
    [[nodiscard]] double smallest() const {
        return operation_.output.type == CUDA_R_16F ? 0x1p-23 : 0x1p-126;
    }

    const OperationCase& operation_;
    std::vector<Level> kept_;
    std::vector<Level> summed_;
    std::vector<std::int32_t> summed_modes_;
    double terms_ = 1;
};

}  // namespace

Expected expected_of(const OperationCase& operation, const std::array<Scalar, 3>& scalars) {
    return Loops(operation).run(scalars);
}

std::string wrong_element(const Bytes& found, const Bytes& before, const Expected& expected,
                          cudaDataType_t type) {
    const Values values = decode(found, type);
    const std::size_t width = element_bytes(type);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (expected.bounds[i] < 0) {
            if (std::memcmp(found.data() + i * width, before.data() + i * width, width) != 0) {
                return fmt::format("element {} lies outside of the tensor and was written", i);
            }
            continue;
        }
        if (std::isinf(expected.bounds[i])) continue;
        const double error = std::abs(values[i] - expected.values[i]);
        if (values[i] == expected.values[i] || error <= expected.bounds[i]) continue;
        return fmt::format("element {} is ({}, {}), not ({}, {}): error {:.3g}, bound {:.3g}", i,
                           values[i].real(), values[i].imag(), expected.values[i].real(),
                           expected.values[i].imag(), error, expected.bounds[i]);
    }
    return {};
}

}  // namespace ttgt::test
