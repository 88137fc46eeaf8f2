// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include "transpose/cpu/kernel_plan.h"

namespace ttgt::cpu {

/// Runs a plan on `threads` CPU threads (0: OpenMP's default). `in` and `out` point to the elements
/// with all indices 0. beta = 0 never reads `out`, alpha = 0 never reads `in`. Allocates nothing,
/// and never throws for a valid plan. The result does not depend on the number of threads.
void run_transpose(const CpuKernelPlan& plan, Scalar alpha, const void* in, Scalar beta, void* out,
                   int threads);

}  // namespace ttgt::cpu
