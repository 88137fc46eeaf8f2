// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/kernels.h"

#include <limits>
#include <string>
#include <utility>

#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/cuda/emulated/emulated_plan.h"
#include "contraction/cuda/generated/generated_kernel.h"
#include "src/core/element.h"
#include "transpose/cuda/plan/kernel_plan.h"

namespace ttgt::cuda {
namespace {

template <class Step>
void set_kernel(Step& step, const DirectKernelPlan& plan) {
    step.scratch_bytes = plan.scratch_bytes;
    step.kernel = std::make_shared<const DirectKernelPlan>(plan);
}

void set_kernel(DirectStep& step, EmulatedPlan plan) {
    step.scratch_bytes = plan.scratch.bytes;
    step.kernel = std::make_shared<const EmulatedPlan>(std::move(plan));
}

}  // namespace

SharedKernelPlan complete_kernel(KernelMemo& completed, const SharedKernelPlan& priced) {
    return completed.plan(priced->problem, [&](const TransposeProblem&) {
        return std::make_shared<const CudaKernelPlan>(
            cuda::complete(static_cast<const CudaKernelPlan&>(*priced)));
    });
}

CudaKernelPlanner::CudaKernelPlanner(const Architecture& gpu)
    : gpu_(gpu), priced_(std::make_unique<KernelMemo>()) {}

SharedKernelPlan CudaKernelPlanner::plan_transpose(const TransposeProblem& problem) const {
    return priced_->plan(problem, [this](const TransposeProblem& unknown) {
        return std::make_shared<const CudaKernelPlan>(price_transpose_kernel(unknown, gpu_));
    });
}

void CudaKernelPlanner::plan_kernel(DirectStep& step, std::int64_t scratch_limit) const {
    const auto ms_of = [](const std::optional<DirectKernelPlan>& plan) {
        return plan ? cuda::predicted_ms(*plan) : std::numeric_limits<double>::infinity();
    };
    const auto gett = plan_gett_kernel(step, gpu_, scratch_limit);
    const auto plain = plan_direct_kernel(step, gpu_, scratch_limit, ms_of(gett));
    const auto outer = plan_outer_kernel(step, gpu_);
    const auto* best = ms_of(gett) < ms_of(plain) ? &gett : &plain;
    if (ms_of(outer) < ms_of(*best)) best = &outer;
    std::optional<EmulatedPlan> emulated = plan_emulated(step, gpu_, scratch_limit);
    if (emulated && 1e-3 * emulated->us < ms_of(*best)) {
        set_kernel(step, *std::move(emulated));
    } else {
        set_kernel(step, **best);
    }
}

std::vector<DirectStep> CudaKernelPlanner::other_kernels(const DirectStep& step,
                                                         std::int64_t scratch_limit) const {
    std::vector<DirectStep> others;
    const KernelKey chosen = step.kernel->key();
    const auto add = [&](const DirectKernelPlan& plan) {
        if (plan.key() == chosen) return;
        set_kernel(others.emplace_back(step), plan);
    };
    for (const DirectKernelPlan& plan : plan_gett_kernels(step, gpu_, scratch_limit)) add(plan);
    if (const auto outer = plan_outer_kernel(step, gpu_)) add(*outer);
    add(plan_direct_kernel(step, gpu_, scratch_limit));
    std::optional<EmulatedPlan> emulated = plan_emulated(step, gpu_, scratch_limit);
    if (emulated && emulated->key() != chosen) {
        set_kernel(others.emplace_back(step), *std::move(emulated));
    }
    return others;
}

std::vector<DirectStep> CudaKernelPlanner::generated_kernels(const DirectStep& step,
                                                             std::size_t most) const {
    std::vector<DirectStep> steps;
    for (GeneratedKernelPlan& plan : plan_generated_kernels(step, gpu_, most)) {
        DirectStep& with = steps.emplace_back(step);
        with.scratch_bytes = 0;
        with.kernel = std::make_shared<const GeneratedKernelPlan>(std::move(plan));
    }
    return steps;
}

void CudaKernelPlanner::plan_kernel(ReduceStep& step, std::int64_t scratch_limit) const {
    set_kernel(step, plan_reduce_kernel(step, gpu_, scratch_limit));
}

void CudaKernelPlanner::plan_kernel(ScaleStep& step) const {
    step.kernel = std::make_shared<const DirectKernelPlan>(plan_scale_kernel(step, gpu_));
}

std::optional<ReorderingLimits> CudaKernelPlanner::reordering() const {
    ReorderingLimits limits;
    limits.output_ratio = 8;
    limits.output_bytes = 32e6;  // fewer bytes are written while one or two kernels start
    return limits;
}

std::int64_t CudaKernelPlanner::gemm_padding_unit(DType dtype, ComputeType compute) const {
    // Full float32 and complex elements are multiplied about as fast whatever the extents.
    const bool gains = is_half(dtype) || dtype == DType::float64 ||
                       (dtype == DType::float32 && compute == ComputeType::tf32);
    return gains ? vector_bytes / size_bytes(dtype) : 1;
}

CudaKernelPreparation::CudaKernelPreparation(std::shared_ptr<KernelMemo> completed,
                                             PlanProducts plan_products, KernelCompilers compilers)
    : completed_(std::move(completed)),
      plan_products_(std::move(plan_products)),
      compilers_(std::move(compilers)) {}

SharedKernelPlan CudaKernelPreparation::complete(const SharedKernelPlan& priced) const {
    return complete_kernel(*completed_, priced);
}

void CudaKernelPreparation::plan_products(GemmStep& step, std::int64_t scratch_limit) const {
    if (plan_products_) plan_products_(step, scratch_limit);
}

void CudaKernelPreparation::compile_kernel(DirectStep& step) const {
    if (compilers_.compile_kernel) compilers_.compile_kernel(step);
}

void CudaKernelPreparation::compile_kernels(const std::vector<DirectStep*>& steps,
                                            double seconds) const {
    if (compilers_.compile_kernels) compilers_.compile_kernels(steps, seconds);
}

}  // namespace ttgt::cuda
