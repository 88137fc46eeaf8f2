// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/block.h"

#include <algorithm>
#include <utility>

#include "contraction/binary/plan_binary.h"
#include "network/plan/lifetimes.h"
#include "network/plan/small_step.h"
#include "network/plan/step_statement.h"
#include "network/rewrite/product_network.h"
#include "network/terms/terms_step.h"
#include "src/core/checked.h"

namespace ttgt::network {
namespace {

bool is_temporary(const Program& program, std::size_t tensor) {
    return !program.tensors[tensor].operand.has_value();
}

std::unique_ptr<const PlannedContraction> plan_step(Context& context, const Program& program,
                                                    const Sum& sum, PlanOptions options,
                                                    int threads) {
    const bool has_terms = sum.products.size() > 1;
    if (has_terms) options.planning = Planning::heuristic;  // the plan is for alpha = 0 alone
    std::unique_ptr<const PlannedContraction> plan =
        plan_binary(context, statement_of(program, sum), options, threads);
    if (has_terms) return plan_terms(context, program, sum, std::move(plan));
    return with_small_run(std::move(plan), program, sum, context.options().device);
}

/// Plans each sum of the program as a step. Places in the workspace are not set.
std::vector<NetworkStep> plan_steps(Context& context, const NetworkRequest& request,
                                    const Program& program, bool sums_over_turns) {
    std::vector<NetworkStep> steps;
    std::vector<char> is_begun(program.tensors.size());
    for (const Sum& sum : program.sums) {
        const Product& product = sum.products.front();
        NetworkStep& step = steps.emplace_back();
        step.output = sum.output.tensor;
        for_each_factor(sum, [&](const Use& factor) { step.inputs.push_back(factor.tensor); });
        step.ends_operand = !is_temporary(program, step.output);
        step.begins_operand = step.ends_operand && is_begun[step.output] == 0;
        is_begun[step.output] = 1;
        if (product.factors.size() == 2) {
            step.operations =
                volumes_along(network_of(sum, product), {{0, 1}}).front().operations();
        }
        PlanOptions options = request.options;
        options.beta_is_zero = !sum.adds;
        options.generated_kernels = false;  // only one kernel for all steps is generated
        step.plan = plan_step(context, program, sum, options, request.threads);
        if (sums_over_turns && step.ends_operand && !sum.adds) {
            options.beta_is_zero = false;
            step.adding_plan =
                plan_binary(context, statement_of(program, sum), options, request.threads);
        }
    }
    return steps;
}

/// For each tensor of the program, a flag for each operand: 1 if the tensor is computed from the
/// operand.
std::vector<std::vector<char>> find_sources(const Program& program, std::size_t operands) {
    std::vector<std::vector<char>> sources(program.tensors.size(), std::vector<char>(operands));
    for (std::size_t tensor = 0; tensor < program.tensors.size(); ++tensor) {
        const std::optional<std::size_t>& operand = program.tensors[tensor].operand;
        if (operand) sources[tensor][*operand] = 1;
    }
    for (const Sum& sum : program.sums) {
        for_each_factor(sum, [&](const Use& factor) {
            for (std::size_t operand = 0; operand < operands; ++operand) {
                sources[sum.output.tensor][operand] |= sources[factor.tensor][operand];
            }
        });
    }
    return sources;
}

/// The lifetimes of the program's tensors, of which operands take 0 bytes, followed by those of the
/// workspaces of the steps. Temporaries computed from `kept` inputs alone live during all steps.
std::vector<Lifetime> lifetimes_of(const Program& program, const std::vector<NetworkStep>& steps,
                                   const std::vector<std::vector<char>>& sources,
                                   const std::vector<std::size_t>& kept) {
    std::vector<Lifetime> lifetimes(program.tensors.size() + steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const NetworkStep& step = steps[i];
        Lifetime& output = lifetimes[step.output];
        if (is_temporary(program, step.output) && output.bytes == 0) {
            const ProgramTensor& tensor = program.tensors[step.output];
            output = {packed_bytes(tensor.layout, size_bytes(tensor.dtype)), i, i};
        }
        output.last = i;
        for (const std::size_t input : step.inputs) lifetimes[input].last = i;
        std::int64_t scratch = step.plan->workspace_bytes();
        if (step.adding_plan) scratch = std::max(scratch, step.adding_plan->workspace_bytes());
        lifetimes[program.tensors.size() + i] = {scratch, i, i};
    }
    for (std::size_t tensor = 0; !kept.empty() && tensor < program.tensors.size(); ++tensor) {
        if (is_temporary(program, tensor) && depends_only_on(sources[tensor], kept)) {
            lifetimes[tensor].first = 0;
            lifetimes[tensor].last = steps.size();
        }
    }
    return lifetimes;
}

}  // namespace

PlannedBlock plan_block(Context& context, const NetworkRequest& request, Program program,
                        std::vector<SliceLoop> loops) {
    const bool sums_over_turns =
        std::any_of(loops.begin(), loops.end(), [](const SliceLoop& loop) { return loop.sums; });
    PlannedBlock planned;
    planned.sources = find_sources(program, request.program.operands().size());
    std::vector<NetworkStep> steps = plan_steps(context, request, program, sums_over_turns);
    const WorkspaceOffsets places =
        place(lifetimes_of(program, steps, planned.sources, request.path.kept));
    planned.workspace_bytes = places.bytes;
    const auto scratch =
        places.offsets.begin() + static_cast<std::ptrdiff_t>(program.tensors.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        steps[i].scratch_offset = scratch[static_cast<std::ptrdiff_t>(i)];
    }
    planned.block.offsets.assign(places.offsets.begin(), scratch);
    planned.block.steps = std::move(steps);
    planned.block.loops = std::move(loops);
    planned.block.program = std::move(program);
    return planned;
}

PlannedBlock plan_loop_block(const Program& program, const Sum& sum, const LoopTarget& target) {
    PlannedBlock planned;
    planned.block.program = {program.tensors, {sum}};
    planned.block.offsets.resize(program.tensors.size());
    planned.sources = find_sources(planned.block.program, program.tensors.size());
    NetworkStep& step = planned.block.steps.emplace_back();
    step.plan = plan_loops(program, sum, target);
    step.operations = step.plan->prediction().flops;
    step.output = sum.output.tensor;
    for_each_factor(sum, [&](const Use& factor) { step.inputs.push_back(factor.tensor); });
    step.begins_operand = step.ends_operand = true;
    return planned;
}

}  // namespace ttgt::network
