// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "contraction/cuda/generated/generated_problem.h"
#include "network/program/program.h"

namespace ttgt::network {

/// The problem of one generated kernel that does all sums of a pairwise program. Its tensors have
/// the program's numbers; consecutive sums into one output become one stage. Empty where no such
/// kernel can be generated: the tensors have several dtypes or a 16-bit dtype, an operand is read
/// after it was written, a sum is long, an offset exceeds 32 bits, or the program is a single
/// product.
[[nodiscard]] std::optional<ttgt::cuda::GeneratedProblem> fused_problem(const Program& program);

}  // namespace ttgt::network
