// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "contraction/binary_plan.h"
#include "contraction/execute/execute.h"

namespace ttgt {

/// Of D, L and R (null for one input).
using Pointers = std::array<const void*, operand_count>;

/// What is to be done with D in a run of the problem, once its operands and scalars are as
/// ContractionPlan::run() wants them: beta. Throws as that does, but for workspace, stream and
/// alignment.
[[nodiscard]] Scalar checked_beta(const Problem& problem, const Pointers& data,
                                  const RunOptions& options);

/// One run of the plan with these operands and options, once all is well with them: throws as
/// ContractionPlan::run() does, before anything is written.
[[nodiscard]] Execution checked_execution(const BinaryPlan::Parts& planned, const Pointers& data,
                                          const RunOptions& options);

}  // namespace ttgt
