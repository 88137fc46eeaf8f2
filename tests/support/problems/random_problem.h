// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/random.h"

namespace ttgt::test {

/// A tensor of a contraction under test.
struct TestOperand {
    DType dtype = DType::float64;
    std::vector<std::string> labels;
    Layout layout;
    bool conjugated = false;
};

/// What a test contracts: D (=|+=|-=) literal * op(inputs[0]) * op(inputs[1]) * …, called with
/// alpha and beta. `beta` unset leaves the default to the library.
struct TestProblem {
    std::uint64_t seed = 0;  ///< of the draw, and of the operands' elements
    TestOperand d;
    std::vector<TestOperand> inputs;
    std::string assignment = "=";
    double literal = 1.0;
    Scalar alpha{1.0, 0.0};
    std::optional<Scalar> beta{};
    ComputeType compute = ComputeType::full;
    std::string
        text{};  ///< the expression as somebody else spelled it; empty: spelled from the rest
};

/// What draw_problem may draw.
struct DrawOptions {
    std::int64_t max_multiply_adds = 1 << 14;
    std::size_t max_rank = 8;
    bool strided = true;       ///< else every layout is packed, first mode fastest
    bool may_be_empty = true;  ///< extent 0
    std::optional<std::size_t> inputs{};
    std::optional<DType> dtype{};  ///< of all operands
    bool halves = true;            ///< float16 and bfloat16 too, whose results round
};

/// A random contraction, the same for the same seed: labels by role (free, contracted, batch, lone,
/// diagonals), awkward extents, shuffled label orders, odd strides, dtypes, conjugation, scalars.
[[nodiscard]] TestProblem draw_problem(std::uint64_t seed, const DrawOptions& options = {});

/// The expression, e.g. "D(a,b)+=0.5*L+(a,k)*R(k,b)".
[[nodiscard]] std::string expression(const TestProblem& problem);
/// Everything needed to understand a failing case, with the way to replay it.
[[nodiscard]] std::string describe(const TestProblem& problem);

/// D, then the inputs, as planning takes them.
[[nodiscard]] std::vector<OperandLayout> operand_layouts(const TestProblem& problem);
/// The beta that the library will use: the given one, or that of the assignment.
[[nodiscard]] Scalar effective_beta(const TestProblem& problem);
/// alpha with the literal and the sign of `-=`.
[[nodiscard]] Scalar effective_alpha(const TestProblem& problem);
/// Product of all extents.
[[nodiscard]] std::int64_t multiply_adds(const TestProblem& problem);

/// A layout of these extents with the strides of one memory order, gaps, signs or repeats.
[[nodiscard]] Layout draw_layout(Random& random, const std::vector<std::int64_t>& extents,
                                 bool is_input);

}  // namespace ttgt::test
