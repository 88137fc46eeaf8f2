// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/operators.h>

#include <optional>
#include <vector>

#include "operators/problem/operator_problem.h"

namespace ttgt {

/// Plans a parsed formula as plan_evaluation() does. `types` are those of bind_formula().
[[nodiscard]] EvaluationPlan plan_formula(Context& context, const Formula& formula,
                                          const std::vector<OperandLayout>& operands,
                                          const std::optional<FormulaTypes>& types = {});

}  // namespace ttgt
