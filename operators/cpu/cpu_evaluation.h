// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "operators/evaluation_kernel.h"

namespace ttgt::cpu {

/// Evaluates on up to `threads` threads; 0: as many as OpenMP would use at the time of the run.
[[nodiscard]] std::shared_ptr<const EvaluationKernel> make_evaluation_kernel(
    int threads, const OperatorProblem& problem);

}  // namespace ttgt::cpu
