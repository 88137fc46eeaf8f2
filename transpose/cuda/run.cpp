// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/run.h"

#include <cstdint>

#include "src/runtime/cuda/device_scope.h"
#include "transpose/cuda/kernels/enqueue.h"

namespace ttgt::cuda {
namespace {

bool is_aligned(const void* pointer, std::int64_t bytes) {
    return reinterpret_cast<std::uintptr_t>(pointer) % static_cast<std::uintptr_t>(bytes) == 0;
}

bool moves_only(const CudaKernelPlan& plan, Scalar alpha, Scalar beta) {
    return alpha == 1.0 && beta == 0.0 && !plan.problem.conjugate;
}

}  // namespace

void run_transpose(const CudaKernelPlan& plan, Scalar alpha, const void* in, Scalar beta, void* out,
                   int device, Stream stream) {
    if (plan.problem.empty) return;
    const DeviceScope scope(device);
    if (!moves_only(plan, alpha, beta)) {
        enqueue_scale(plan.plain.chosen.launch, plan.problem.dtype,
                      {alpha, beta, plan.problem.conjugate}, in, out, stream);
        return;
    }
    const Variant& fast = plan.fast;
    const bool aligned = is_aligned(in, fast.in_alignment) && is_aligned(out, fast.out_alignment);
    const Variant& variant = aligned ? fast : plan.plain;
    enqueue_move(variant.chosen.launch, variant.shape.unit_bytes, in, out, stream);
}

}  // namespace ttgt::cuda
