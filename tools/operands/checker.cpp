// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/checker.h"

#include <ttgt/error.h>

#include <cstddef>
#include <cstring>
#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/operands/bindings.h"

namespace ttgt::tool {

void check_has_reference(const Expression& expression) {
    if (expression.terms.size() == 1) return;
    throw Unsupported(fmt::format("the reference computes one product; '{}' is a sum of {}",
                                  to_string(expression), expression.terms.size()));
}

reference::Problem reference_problem(const Expression& expression,
                                     const std::vector<std::int64_t>& output_extents,
                                     const std::vector<ConstTensorView>& inputs, Scalar alpha,
                                     Scalar beta) {
    check_has_reference(expression);
    const Term& term = expression.terms.front();
    reference::Problem problem;
    problem.output_labels = expression.output.labels;
    problem.output_extents = output_extents;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Factor& factor = term.factors.at(i);
        problem.inputs.push_back({factor.labels, inputs[i], factor.conjugated});
    }
    const double sign = expression.assignment == Assignment::subtract ? -1.0 : 1.0;
    problem.alpha = alpha * term.scale * sign;
    problem.beta = beta;
    return problem;
}

std::string_view name(reference::Outcome outcome) noexcept {
    switch (outcome) {
        case reference::Outcome::ok:
            return "ok";
        case reference::Outcome::fail:
            return "fail";
        default:
            return "skipped";
    }
}

std::string to_string(const reference::Comparison& comparison) {
    std::string line =
        fmt::format("check: {}  largest error over bound {:.3g} ({} elements)",
                    name(comparison.outcome), comparison.error_over_bound, comparison.elements);
    if (comparison.outcome == reference::Outcome::fail) {
        line += fmt::format(" at ({})", fmt::join(comparison.worst_index, ","));
    }
    return line;
}

}  // namespace ttgt::tool
