// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// All products of the step, shared between `threads` threads (0: OpenMP's default). `scratch` is
/// of the step's scratch_bytes, aligned to a cache line. Allocates nothing beyond what the BLAS
/// does.
void run_gemm(const GemmStep& step, const Scalars& scalars, const void* a, const void* b, void* c,
              void* scratch, int threads);

}  // namespace ttgt::cpu
