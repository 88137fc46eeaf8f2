// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// All products of the step, shared between `threads` threads (0: OpenMP's default). Allocates
/// nothing beyond what the BLAS does.
void run_gemm(const GemmStep& step, const Scalars& scalars, const void* a, const void* b, void* c,
              int threads);

}  // namespace ttgt::cpu
