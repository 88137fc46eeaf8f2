// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "contraction/binary/binary_plan.h"
#include "contraction/problem/statement.h"

namespace ttgt {

/// Plans one product of one or two tensors for so many threads (0: OpenMP's default at the time of
/// each run), whatever the context's setting is. Throws as plan_contraction(), and Unsupported
/// where the statement is more.
[[nodiscard]] std::unique_ptr<const BinaryPlan> plan_binary(Context& context,
                                                            const Statement& statement,
                                                            const PlanOptions& options,
                                                            int threads);

}  // namespace ttgt
