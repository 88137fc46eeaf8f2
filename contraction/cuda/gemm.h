// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/execute/backend.h"

namespace ttgt::cuda {

/// Has cuBLASLt choose how to do the step with at most so much scratch memory. Throws as GemmPlan.
void prepare_gemm(GemmStep& step, int device, std::int64_t scratch_limit);

/// Enqueues all products of a prepared step; its device is the current one.
void run_gemm(const GemmStep& step, const Scalars& scalars, const void* a, const void* b, void* c,
              const Resources& resources);

}  // namespace ttgt::cuda
