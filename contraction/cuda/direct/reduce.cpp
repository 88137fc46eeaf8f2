// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/reduce.h"

#include "contraction/cuda/direct/direct.h"

namespace ttgt::cuda {

void run_reduce(const ReduceKernelPlan& plan, const Scalars& scalars, const void* in, void* out,
                void* scratch, Stream stream) {
    run_direct(plan, scalars, in, nullptr, out, scratch, stream);
}

}  // namespace ttgt::cuda
