// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "contraction/plan/generated_problem.h"
#include "network/program/program.h"

namespace ttgt::network {

/// The problem of one generated kernel that does all sums of a pairwise program. Its tensors have
/// the program's numbers; consecutive sums into one output become one stage. Empty where the
/// tensors have several dtypes, a sum has more than one product or more than two factors, or the
/// program is a single product.
[[nodiscard]] std::optional<GeneratedProblem> fused_problem(const Program& program);

}  // namespace ttgt::network
