// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/kernels.h"

#include "contraction/cpu/direct/direct.h"
#include "contraction/cpu/step_prices.h"
#include "transpose/cpu/kernel_plan.h"

namespace ttgt::cpu {

SharedKernelPlan CpuKernelPlanner::plan_transpose(const TransposeProblem& problem) const {
    SharedKernelPlan plan = memo_->plan(problem, [](const TransposeProblem& unknown) {
        return std::make_shared<const CpuKernelPlan>(price_transpose_kernel(unknown));
    });
    const auto bytes = static_cast<double>(bytes_moved(problem));
    if (!rates_.has_non_temporal_stores(bytes)) return plan;
    auto non_temporal = std::make_shared<CpuKernelPlan>(static_cast<const CpuKernelPlan&>(*plan));
    non_temporal->stores = Stores::non_temporal;
    return non_temporal;
}

void CpuKernelPlanner::plan_kernel(DirectStep& step, std::int64_t scratch_limit) const {
    const std::int64_t bytes = direct_scratch_bytes(step, rates_.threads(), scratch_limit);
    step.scratch_bytes = bytes <= scratch_limit ? bytes : 0;
}

SharedKernelPlan CpuKernelPreparation::complete(const SharedKernelPlan& priced) const {
    return std::make_shared<const CpuKernelPlan>(
        ttgt::complete(static_cast<const CpuKernelPlan&>(*priced)));
}

void CpuKernelPreparation::plan_products(GemmStep& step, std::int64_t scratch_limit) const {
    const ProductCounts counts = product_counts(step);
    const GemmSplit split = split_products(step.shape, counts, blas_, threads_, scratch_limit);
    const std::int64_t bytes = later_sum_bytes(step.shape, counts.outputs, split);
    step.scratch_bytes = bytes > most_sum_bytes_on_stack ? bytes : 0;
}

}  // namespace ttgt::cpu
