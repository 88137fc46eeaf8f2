// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/candidates.h"

#include <memory>
#include <utility>

#include "transpose/transpose_state.h"

namespace ttgt {
namespace {

std::vector<AnyKernelPlan> cpu_plans(const TransposeProblem& problem) {
    std::vector<AnyKernelPlan> plans;
    for (PricedTile& tile : tiles_by_cost(problem)) {
        plans.emplace_back(plan_transpose_kernel(problem, std::move(tile)));
    }
    return plans;
}

#if TTGT_HAS_CUDA
std::vector<AnyKernelPlan> cuda_plans(const TransposeProblem& problem,
                                      const cuda::Architecture& gpu) {
    std::vector<AnyKernelPlan> plans;
    for (cuda::PricedTile& tile : cuda::price_tiles(cuda::vectorise(problem), gpu)) {
        plans.emplace_back(cuda::plan_transpose_kernel(problem, std::move(tile), gpu));
    }
    return plans;
}
#endif

std::vector<AnyKernelPlan> all_plans(const Context& context, const TransposeProblem& problem) {
#if TTGT_HAS_CUDA
    if (context.options().device.kind == Device::Kind::cuda) {
        const cuda::Architecture gpu = cuda::architecture_of(context.options());
        if (problem.empty) return {cuda::plan_transpose_kernel(problem, gpu)};
        return cuda_plans(problem, gpu);
    }
#endif
    (void)context;  // unused without CUDA
    if (problem.empty) return {plan_transpose_kernel(problem)};
    return cpu_plans(problem);
}

}  // namespace

std::vector<TransposeCandidate> transpose_candidates(Context& context, const Layout& in,
                                                     const Layout& out,
                                                     const std::vector<int>& perm, DType dtype) {
    const auto state = make_transpose_state(context, in, out, perm, dtype, false);
    std::vector<TransposeCandidate> candidates;
    for (AnyKernelPlan& kernel : all_plans(context, state->problem)) {
        auto own = std::make_unique<TransposePlan::State>(*state);
        std::string parameters = parameters_of(kernel);
        own->kernel = std::move(kernel);
        candidates.push_back({TransposePlan(std::move(own)), std::move(parameters)});
    }
    candidates.front().chosen = true;
    return candidates;
}

}  // namespace ttgt
