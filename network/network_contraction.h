// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "contraction/binary/planned_contraction.h"
#include "contraction/problem/statement.h"

namespace ttgt {

/// Whether a statement is one product of one or two tensors, which needs no network.
[[nodiscard]] bool is_binary(const Expression& expression);

/// Plans a statement of any number of terms and factors for so many threads (0: OpenMP's default at
/// the time of each run). Throws as plan_contraction().
[[nodiscard]] std::unique_ptr<const PlannedContraction> plan_statement(Context& context,
                                                                       const Statement& statement,
                                                                       const PlanOptions& options,
                                                                       const PathOptions& path,
                                                                       int threads);

/// Reads an expression for these operands, the output first, and plans it as plan_statement() does.
/// Throws as plan_contraction().
[[nodiscard]] ContractionPlan plan_text(Context& context, std::string_view expression,
                                        std::vector<OperandLayout> operands,
                                        const PlanOptions& options, const PathOptions& path,
                                        int threads);

}  // namespace ttgt
