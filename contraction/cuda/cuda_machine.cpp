// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/cuda_machine.h"

#include <utility>

#include "contraction/cuda/direct_plan.h"
#include "contraction/cuda/gemm_batches.h"
#include "contraction/cuda/reduce_plan.h"
#include "contraction/cuda/scale.h"

namespace ttgt::cuda {
namespace {

/// What transposes of square matrices reach of the bandwidth of a copy.
constexpr double square_transpose_share = 0.9;
/// To fill the pointers of a batch.
constexpr double pointers_us = 3;

template <class Step>
void set_kernel(Step& step, DirectKernelPlan plan) {
    step.scratch_bytes = plan.scratch_bytes;
    step.kernel = std::make_shared<const DirectKernelPlan>(std::move(plan));
}

}  // namespace

CudaMachine::CudaMachine(const Architecture& gpu, const GemmTimesByDType& gemm_times)
    : gpu_(gpu), memo_(std::make_shared<KernelMemo>()), gemm_times_(gemm_times) {}

std::unique_ptr<const Machine> CudaMachine::with_workspace(std::int64_t) const {
    return std::make_unique<const CudaMachine>(*this);
}

AnyKernelPlan CudaMachine::plan_transpose(TransposeProblem problem) const {
    return memo_->plan(problem, gpu_);
}

void CudaMachine::plan_kernel(DirectStep& step, std::int64_t scratch_limit) const {
    set_kernel(step, plan_direct_kernel(step, gpu_, scratch_limit));
}

void CudaMachine::plan_kernel(ReduceStep& step, std::int64_t scratch_limit) const {
    set_kernel(step, plan_reduce_kernel(step, gpu_, scratch_limit));
}

void CudaMachine::plan_kernel(ScaleStep& step) const {
    step.kernel = std::make_shared<const DirectKernelPlan>(plan_scale_kernel(step, gpu_));
}

double CudaMachine::copy_ms(double bytes) const {
    return 1e-3 * (gpu_.launch_us + bytes / gpu_.bytes_per_us);
}

double CudaMachine::transpose_ms(const TransposeStep& step, double bytes) const {
    // The model is of out = perm(in); what is added to is read as well.
    const double moved = static_cast<double>(bytes_moved(problem_of(step.kernel), false));
    return moved == 0 ? 0 : predicted_ms(step.kernel) * bytes / moved;
}

double CudaMachine::direct_ms(const DirectStep& step, double) const {
    return predicted_ms(*step.kernel);
}

double CudaMachine::reduce_ms(const ReduceStep& step, double) const {
    return predicted_ms(*step.kernel);
}

double CudaMachine::gemm_ms(const GemmStep& step) const {
    const GemmBatches batches = batches_of(step);
    const double call_us = batch_us(gemm_times_, step.shape, volume(batches.batch)) +
                           (batches.needs_pointers() ? pointers_us : 0);
    return 1e-3 * call_us * static_cast<double>(volume(batches.calls) * volume(step.sums));
}

double CudaMachine::square_transpose_ms(double bytes) const {
    return 1e-3 * (gpu_.launch_us + bytes / (gpu_.bytes_per_us * square_transpose_share));
}

double CudaMachine::products_ms(const GemmCall& shape, const ProductCounts& counts) const {
    return 1e-3 * batch_us(gemm_times_, shape, counts.outputs) * static_cast<double>(counts.terms);
}

}  // namespace ttgt::cuda
