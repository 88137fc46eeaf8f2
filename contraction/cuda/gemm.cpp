// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/gemm.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "contraction/cuda/gemm_batches.h"
#include "src/core/odometer.h"
#include "src/gemm/cublas_lt.h"

namespace ttgt::cuda {

/// The calls that do a step, and the algorithms for them.
struct PreparedGemm {
    GemmBatches batches;
    std::unique_ptr<const GemmPlan> any;      ///< whatever the pointers
    std::unique_ptr<const GemmPlan> aligned;  ///< for multiples of 16 bytes; null: no better
};

namespace {

constexpr std::int64_t vector_bytes = 16;

bool is_aligned(const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer) % vector_bytes == 0;
}

/// Whether aligned pointers make all matrices of the batch aligned, and help.
bool may_be_aligned(const BatchedGemm& call) {
    const std::int64_t bytes = size_bytes(call.shape.dtype);
    return bytes < vector_bytes && call.stride_a * bytes % vector_bytes == 0 &&
           call.stride_b * bytes % vector_bytes == 0 && call.stride_c * bytes % vector_bytes == 0;
}

/// The calls of a step: one for every index of its loops and sums.
class Calls {
public:
    Calls(const GemmStep& step, const Scalars& scalars, const Resources& resources)
        : step_(step),
          prepared_(*step.prepared),
          scalars_(scalars),
          resources_(resources),
          bytes_(size_bytes(step.shape.dtype)) {}

    void run(const void* a, const void* b, void* c) const {
        const Modes<3>& calls = prepared_.batches.calls;
        Odometer<3> loops(calls, 0, 0);
        for (std::int64_t i = volume(calls); i > 0; --i, loops.advance()) {
            run_sum(moved(a, loops.offsets()[0]), moved(b, loops.offsets()[1]),
                    const_cast<void*>(moved(c, loops.offsets()[2])));
        }
    }

private:
    const void* moved(const void* pointer, std::int64_t elements) const {
        return static_cast<const char*>(pointer) + elements * bytes_;
    }

    void run_sum(const void* a, const void* b, void* c) const {
        Odometer<3> sums(step_.sums, 0, 0);
        Scalar beta = scalars_.beta;
        for (std::int64_t i = volume(step_.sums); i > 0; --i, sums.advance()) {
            run_call(moved(a, sums.offsets()[0]), moved(b, sums.offsets()[1]), beta, c);
            beta = 1.0;
        }
    }

    void run_call(const void* a, const void* b, Scalar beta, void* c) const {
        const bool aligned = prepared_.aligned && is_aligned(a) && is_aligned(b) && is_aligned(c);
        const GemmPlan& plan = aligned ? *prepared_.aligned : *prepared_.any;
        plan.run(scalars_.alpha, a, b, beta, c, resources_.scratch, resources_.stream);
    }

    const GemmStep& step_;
    const PreparedGemm& prepared_;
    const Scalars& scalars_;
    const Resources& resources_;
    std::int64_t bytes_;
};

}  // namespace

void prepare_gemm(GemmStep& step, int device, std::int64_t scratch_limit) {
    auto prepared = std::make_shared<PreparedGemm>();
    prepared->batches = batches_of(step);
    BatchedGemm call = call_of(step.shape, prepared->batches.batch);
    prepared->any = std::make_unique<const GemmPlan>(call, device, scratch_limit);
    step.scratch_bytes = prepared->any->workspace_bytes();
    if (may_be_aligned(call)) {
        call.aligned = true;
        prepared->aligned = std::make_unique<const GemmPlan>(call, device, scratch_limit);
        step.scratch_bytes = std::max(step.scratch_bytes, prepared->aligned->workspace_bytes());
    }
    step.prepared = std::move(prepared);
}

void run_gemm(const GemmStep& step, const Scalars& scalars, const void* a, const void* b, void* c,
              const Resources& resources) {
    Calls(step, scalars, resources).run(a, b, c);
}

}  // namespace ttgt::cuda
