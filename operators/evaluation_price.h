// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstdint>

#include "operators/problem/operator_problem.h"

namespace ttgt {

/// Predicted milliseconds of a run that moves so many bytes: their time at the rate of a copy, on
/// CPUs at least that of the arithmetic, on CUDA with the kernels' launches.
[[nodiscard]] double predicted_ms(const OperatorProblem& problem, std::int64_t bytes, int launches,
                                  const ContextOptions& options);

}  // namespace ttgt
