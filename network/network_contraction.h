// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "contraction/planned_contraction.h"
#include "contraction/problem/statement.h"

namespace ttgt {

/// Whether a statement is one product of one or two tensors, which needs no network.
[[nodiscard]] bool is_binary(const Expression& expression);

/// Throws where planning the statement would refuse its operands; whether beta will be 0.
[[nodiscard]] bool check_statement(const Statement& statement, std::optional<bool> beta_is_zero);

/// Plans a statement of any number of terms and factors for so many threads (0: OpenMP's default at
/// the time of each run). Throws as plan_contraction().
[[nodiscard]] std::unique_ptr<const PlannedContraction> plan_statement(Context& context,
                                                                       const Statement& statement,
                                                                       const PlanOptions& options,
                                                                       const PathOptions& path,
                                                                       int threads);

}  // namespace ttgt
