// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/gemm.h"

#include <ttgt/error.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "contraction/cuda/batch_pointers.h"
#include "contraction/cuda/gemm_batches.h"
#include "contraction/execute/addend_kernel.h"
#include "src/core/odometer.h"
#include "src/gemm/cublas_lt.h"
#include "src/runtime/cuda/device_scope.h"

namespace ttgt::cuda {
namespace {

/// The calls that do a step, and the algorithms for them.
struct PreparedGemm final : AddendKernel {
    /// Arrays of pointers are filled for one C.
    [[nodiscard]] bool takes_addend() const override { return !batches.needs_pointers(); }
    void run_apart(const GemmStep& step, const Scalars& scalars, const void* a, const void* b,
                   const void* addend, void* c, const Resources& resources) const override;

    int device = 0;
    GemmBatches batches;
    std::int64_t behind_pointers = 0;         ///< in the scratch memory, behind the pointers
    std::unique_ptr<const GemmPlan> any;      ///< whatever the pointers
    std::unique_ptr<const GemmPlan> aligned;  ///< for multiples of 16 bytes; null: no better
};

constexpr std::int64_t aligned_bytes = 16;

bool is_aligned(const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer) % aligned_bytes == 0;
}

/// Whether aligned pointers make all matrices of a batch aligned, and help.
bool may_be_aligned(const Modes<3>& batch, std::int64_t element_bytes) {
    return element_bytes < aligned_bytes &&
           std::all_of(batch.begin(), batch.end(), [&](const Mode<3>& mode) {
               return std::all_of(mode.strides.begin(), mode.strides.end(), [&](auto stride) {
                   return stride * element_bytes % aligned_bytes == 0;
               });
           });
}

BatchedGemm call_of(const GemmCall& shape, const GemmBatches& batches) {
    BatchedGemm call;
    call.shape = shape;
    call.count = volume(batches.batch);
    call.by_pointers = batches.needs_pointers();
    if (batches.batch.size() == 1) {
        const auto& strides = batches.batch.front().strides;
        call.stride_a = strides[0];
        call.stride_b = strides[1];
        call.stride_c = strides[2];
    }
    return call;
}

/// Throws Unsupported where cuBLASLt cannot do such batches.
std::shared_ptr<PreparedGemm> prepare(const GemmCall& shape, GemmBatches batches, int device,
                                      std::int64_t scratch_limit) {
    auto prepared = std::make_shared<PreparedGemm>();
    if (batches.needs_pointers()) {
        prepared->behind_pointers = pointer_bytes(batches.batch);
    }
    const std::int64_t library_limit = scratch_limit - prepared->behind_pointers;
    BatchedGemm call = call_of(shape, batches);
    prepared->any = std::make_unique<const GemmPlan>(call, device, library_limit);
    if (may_be_aligned(batches.batch, size_bytes(shape.dtype))) {
        call.aligned = true;
        try {
            prepared->aligned = std::make_unique<const GemmPlan>(call, device, library_limit);
        } catch (const Unsupported&) {
            // The other one serves all pointers.
        }
    }
    prepared->batches = std::move(batches);
    prepared->device = device;
    return prepared;
}

std::shared_ptr<PreparedGemm> prepare_fewest_calls(const GemmStep& step, int device,
                                                   std::int64_t scratch_limit) {
    GemmBatches fewest = batches_of(step);
    if (!fewest.needs_pointers()) {
        return prepare(step.shape, std::move(fewest), device, scratch_limit);
    }
    try {
        return prepare(step.shape, std::move(fewest), device, scratch_limit);
    } catch (const Unsupported&) {
        return prepare(step.shape, strided_batches_of(step), device, scratch_limit);
    }
}

/// The calls of a step: one for every index of its loops and sums.
class Calls {
public:
    Calls(const GemmStep& step, const Scalars& scalars, const Resources& resources)
        : step_(step),
          prepared_(static_cast<const PreparedGemm&>(*step.kernel)),
          scalars_(scalars),
          resources_(resources),
          bytes_(size_bytes(step.shape.dtype)) {}

    /// `addend`: what beta applies to; it may be `c`.
    void run(const void* a, const void* b, const void* addend, void* c) const {
        const Modes<3>& calls = prepared_.batches.calls;
        Odometer<3> loops(calls, 0, 0);
        for (std::int64_t i = volume(calls); i > 0; --i, loops.advance()) {
            const std::int64_t at = loops.offsets()[2];
            run_sum(moved(a, loops.offsets()[0]), moved(b, loops.offsets()[1]), moved(addend, at),
                    const_cast<void*>(moved(c, at)));
        }
    }

private:
    const void* moved(const void* pointer, std::int64_t elements) const {
        return static_cast<const char*>(pointer) + elements * bytes_;
    }

    void run_sum(const void* a, const void* b, const void* addend, void* c) const {
        Odometer<3> sums(step_.sums, 0, 0);
        Scalar beta = scalars_.beta;
        for (std::int64_t i = volume(step_.sums); i > 0; --i, sums.advance()) {
            run_call(moved(a, sums.offsets()[0]), moved(b, sums.offsets()[1]), beta, addend, c);
            beta = 1.0;
            addend = c;
        }
    }

    void run_call(const void* a, const void* b, Scalar beta, const void* addend, void* c) const {
        const bool aligned = prepared_.aligned && is_aligned(a) && is_aligned(b) &&
                             is_aligned(addend) && is_aligned(c);
        const GemmPlan& plan = aligned ? *prepared_.aligned : *prepared_.any;
        void* const workspace = static_cast<char*>(resources_.scratch) + prepared_.behind_pointers;
        const Modes<3>& batch = prepared_.batches.batch;
        if (prepared_.batches.needs_pointers()) {
            const auto array = [&](int matrix) {
                return pointer_array(batch, resources_.scratch, matrix);
            };
            fill_pointers(batch, bytes_, {{a, b, c}, resources_.scratch}, resources_.stream);
            plan.run(scalars_.alpha, array(0), array(1), beta, array(2), workspace,
                     resources_.stream);
        } else {
            plan.run_apart(scalars_.alpha, a, b, beta, addend, c, workspace, resources_.stream);
        }
    }

    const GemmStep& step_;
    const PreparedGemm& prepared_;
    const Scalars& scalars_;
    const Resources& resources_;
    std::int64_t bytes_;
};

void PreparedGemm::run_apart(const GemmStep& step, const Scalars& scalars, const void* a,
                             const void* b, const void* addend, void* c,
                             const Resources& resources) const {
    const DeviceScope scope(device);
    Calls(step, scalars, resources).run(a, b, addend, c);
}

}  // namespace

void prepare_gemm(GemmStep& step, int device, std::int64_t scratch_limit) {
    const auto prepared = prepare_fewest_calls(step, device, scratch_limit);
    const std::int64_t most =
        std::max(prepared->any->workspace_bytes(),
                 prepared->aligned ? prepared->aligned->workspace_bytes() : 0);
    step.scratch_bytes = prepared->behind_pointers + most;
    step.kernel = prepared;
}

void run_gemm(const GemmStep& step, const Scalars& scalars, const void* a, const void* b, void* c,
              const Resources& resources) {
    Calls(step, scalars, resources).run(a, b, c, c);
}

}  // namespace ttgt::cuda
