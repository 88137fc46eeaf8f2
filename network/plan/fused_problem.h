// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "contraction/cuda/generated/generated_problem.h"
#include "network/program/program.h"

namespace ttgt::network {

/// A pairwise program as one generated kernel: its tensors are those of the program, by number;
/// sums that follow each other into one output are one stage. Nothing where kernels are not
/// generated for such: elements of several types or of halves, an operand that is read after it was
/// written, sums that are long or offsets beyond 32 bits, or a single product.
[[nodiscard]] std::optional<ttgt::cuda::GeneratedProblem> fused_problem(const Program& program);

}  // namespace ttgt::network
