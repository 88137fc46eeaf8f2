// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/generated/generated_kernel.h"

#include <utility>

#include "contraction/cuda/generated/generated_key.h"
#include "contraction/cuda/generated/generated_source.h"

namespace ttgt::cuda {

std::string GeneratedKernelPlan::describe() const {
    return "generated: " + to_string(problem, shape) +
           (cache_note.empty() ? "" : "; " + cache_note);
}

KernelKey GeneratedKernelPlan::key() const { return key_of(shape); }

std::string GeneratedKernelPlan::source() const { return generated_source(problem, shape); }

std::vector<GeneratedKernelPlan> plan_generated_kernels(const DirectStep& step,
                                                        const Architecture& gpu, std::size_t most) {
    const std::optional<GeneratedProblem> problem = generated_problem(step);
    return problem ? plan_generated_kernels(*problem, gpu, most)
                   : std::vector<GeneratedKernelPlan>{};
}

std::vector<GeneratedKernelPlan> plan_generated_kernels(const GeneratedProblem& problem,
                                                        const Architecture& gpu, std::size_t most) {
    std::vector<GeneratedKernelPlan> plans;
    for (GeneratedShape& shape : generated_shapes(problem, gpu, most)) {
        GeneratedKernelPlan& plan = plans.emplace_back();
        plan.problem = problem;
        plan.shape = std::move(shape);
    }
    return plans;
}

}  // namespace ttgt::cuda
