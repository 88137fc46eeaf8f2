// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/lowering.h"

#include <algorithm>
#include <utility>

#include "contraction/plan/cost.h"
#include "contraction/plan/step_builder.h"
#include "contraction/plan/workspace.h"
#include "contraction/plan/written_kernel.h"

namespace ttgt {
namespace {

/// Appends a step to `nodes`, with its predicted cost, and returns its id.
int add_step(Plan& plan, std::vector<Node>& nodes, std::string operand, Action action,
             std::vector<int> depends_on, const StepPrices& prices) {
    const int id = plan.step_count++;
    const StepCost cost = predict(action, prices);
    nodes.emplace_back().value.emplace<Step>(
        Step{id, std::move(depends_on), std::move(operand), std::move(action), cost});
    return id;
}

/// Builds the nested loops over the slices of a GEMM candidate, with the steps inside. A transpose
/// of L or R stands in the outermost loop inside which its slice does not change. The transposes of
/// D stand outside the loops over contracted labels.
class LoopNest {
public:
    LoopNest(Plan& plan, const Machine& machine, std::int64_t scratch)
        : plan_(plan),
          prices_(machine.prices()),
          steps_(plan.problem, plan.chosen, machine.kernels(), scratch) {}

    [[nodiscard]] std::vector<Node> build() {
        return level(0, full_extents(plan_.problem), Done{});
    }

private:
    /// Ids of the steps in outer loops that a GEMM step depends on; -1 if there is none so far.
    struct Done {
        int left = -1;    ///< id of the step that transposed the left factor
        int right = -1;   ///< id of the step that transposed the right factor
        int output = -1;  ///< id of the first step that wrote the intermediate C
    };

    [[nodiscard]] bool is_fixed(Operand operand, std::size_t depth) const {
        const std::vector<Slice>& slices = plan_.chosen.slices;
        return std::all_of(slices.begin() + static_cast<std::ptrdiff_t>(depth), slices.end(),
                           [&](const Slice& slice) {
                               return !stands_in(plan_.problem.labels[slice.label].role, operand);
                           });
    }

    int add(std::vector<Node>& nodes, std::string operand, Action action,
            std::vector<int> depends_on) {
        std::erase(depends_on, -1);
        return add_step(plan_, nodes, std::move(operand), std::move(action), std::move(depends_on),
                        prices_);
    }

    void bring_in(std::vector<Node>& nodes, const MatrixFactor& factor, std::size_t depth,
                  const Extents& extents, int& done) {
        if (factor.in_place || done >= 0 || !is_fixed(factor.operand, depth)) return;
        const char* const operand = factor.operand == operand_l ? "L" : "R";
        done = add(nodes, operand, steps_.factor_in(factor, extents), {});
        if (auto padding = steps_.padding_of(factor, extents)) {
            done = add(nodes, operand, *std::move(padding), {done});
        }
    }

    std::vector<Node> level(std::size_t depth, const Extents& extents, Done done) {
        const GemmForm& form = plan_.chosen.gemm;
        std::vector<Node> nodes;
        bring_in(nodes, form.left, depth, extents, done.left);
        bring_in(nodes, form.right, depth, extents, done.right);
        const bool opens_output =
            !form.output_in_place && done.output < 0 && is_fixed(operand_d, depth);
        const bool reads_output = form.accumulates_in_gemm && !plan_.problem.beta_is_zero;
        if (opens_output && reads_output) {
            done.output = add(nodes, "D in", steps_.output_in(extents), {});
        }
        if (depth == plan_.chosen.slices.size()) {
            done.output =
                add(nodes, "", steps_.gemm(extents), {done.left, done.right, done.output});
        } else {
            if (opens_output && done.output < 0)
                done.output = plan_.step_count;  // the id that the first GEMM step will get
            append_loops(nodes, depth, extents, done);
        }
        if (opens_output) {
            add(nodes, "D out", steps_.output_out(extents), {plan_.step_count - 1});
        }
        return nodes;
    }

    /// Appends a loop over the whole chunks of a sliced label. If the extent is not a multiple of
    /// the chunk, appends a second loop over the rest.
    void append_loops(std::vector<Node>& nodes, std::size_t depth, const Extents& extents,
                      const Done& done) {
        const Slice& slice = plan_.chosen.slices[depth];
        const ProblemLabel& label = plan_.problem.labels[slice.label];
        const std::int64_t full_slices_end = label.extent / slice.chunk * slice.chunk;
        const auto append = [&](std::int64_t begin, std::int64_t end, std::int64_t chunk) {
            Loop& loop = nodes.emplace_back().value.emplace<Loop>();
            loop.label = slice.label;
            loop.begin = begin;
            loop.end = end;
            loop.chunk = chunk;
            loop.accumulates = label.role == Role::contracted;
            for (std::size_t operand = 0; operand < operand_count; ++operand) {
                loop.strides[operand] =
                    label.strides[operand] * size_bytes(plan_.problem.dtypes[operand]);
            }
            Extents inner = extents;
            inner[slice.label] = chunk;
            loop.body = level(depth + 1, inner, done);
        };
        append(0, full_slices_end, slice.chunk);
        if (full_slices_end < label.extent)
            append(full_slices_end, label.extent, label.extent - full_slices_end);
    }

    Plan& plan_;
    const StepPrices& prices_;
    StepBuilder steps_;
};

Action single_action(const Plan& plan, const StepBuilder& steps) {
    switch (plan.chosen.method) {
        case Method::scale:
            return steps.scale();
        case Method::transpose:
            return steps.transpose();
        case Method::reduce:
            return steps.reduce();
        default:
            return steps.direct();
    }
}

/// The most bytes of scratch memory for the plan's steps: what the intermediates leave of the
/// workspace limit. The steps use the scratch memory one after the other.
std::int64_t scratch_limit(const Plan& plan, std::int64_t workspace_limit) {
    return std::max<std::int64_t>(workspace_limit - plan.scratch_offset, 0);
}

/// Sets Candidate::workspace_bytes to the bytes of intermediates and scratch memory together.
void reserve_scratch(Plan& plan) {
    std::int64_t most = 0;
    for_each_step(plan.nodes, [&](const Step& step, std::int64_t) {
        most = std::max(most, scratch_bytes(step.action));
    });
    if (most > 0) plan.chosen.workspace_bytes = plan.scratch_offset + most;
}

/// Appends a step that depends on the step before it.
void append_step(Plan& plan, std::string operand, Action action, const StepPrices& prices) {
    if (const auto* direct = std::get_if<DirectStep>(&action)) plan.chosen.kernel = direct->kernel;
    std::vector<int> depends_on;
    if (plan.step_count > 0) depends_on.push_back(plan.step_count - 1);
    add_step(plan, plan.nodes, std::move(operand), std::move(action), std::move(depends_on),
             prices);
}

void append_steps(Plan& plan, const StepBuilder& steps, const StepPrices& prices) {
    for (const ReorderedInput& reordered : plan.chosen.reordered) {
        append_step(plan, reordered.operand == operand_l ? "L" : "R",
                    steps.reordered_in(reordered.operand), prices);
    }
    append_step(plan, "", single_action(plan, steps), prices);
}

bool is_one_direct_step(const Plan& plan) {
    return plan.chosen.method == Method::direct && plan.chosen.reordered.empty();
}

template <class AnyPlan>
auto& direct_step(AnyPlan& plan) {
    return std::get<DirectStep>(std::get<Step>(plan.nodes.front().value).action);
}

/// Copies of a plan that is one Direct step, each with one of `steps` instead of that step.
std::vector<Plan> with_steps(const Plan& plan, std::vector<DirectStep> steps,
                             const StepPrices& prices) {
    std::vector<Plan> plans;
    for (DirectStep& step : steps) {
        Plan& with = plans.emplace_back(plan);
        with.nodes.clear();
        with.step_count = 0;
        with.chosen.workspace_bytes = 0;
        append_step(with, "", std::move(step), prices);
        with.chosen.predicted_ms = predict_ms(with);
        reserve_scratch(with);
    }
    return plans;
}

}  // namespace

Plan lower(const Problem& problem, Candidate chosen, const Machine& machine,
           std::int64_t workspace_limit) {
    const auto loaded = machine.with_workspace(chosen.workspace_bytes);
    Plan plan;
    plan.problem = problem;
    plan.chosen = std::move(chosen);
    plan.scratch_offset = align_in_workspace(plan.chosen.workspace_bytes);
    const std::int64_t scratch = scratch_limit(plan, workspace_limit);
    if (plan.chosen.method == Method::gemm) {
        plan.nodes = LoopNest(plan, *loaded, scratch).build();
    } else if (plan.chosen.method != Method::nothing) {
        const StepBuilder steps(plan.problem, plan.chosen, loaded->kernels(), scratch);
        append_steps(plan, steps, loaded->prices());
    }
    plan.chosen.predicted_ms = predict_ms(plan);
    reserve_scratch(plan);
    return plan;
}

std::vector<Plan> with_other_kernels(const Plan& plan, const Machine& machine,
                                     std::int64_t workspace_limit) {
    if (!is_one_direct_step(plan)) return {};
    return with_steps(
        plan,
        machine.kernels().other_kernels(direct_step(plan), scratch_limit(plan, workspace_limit)),
        machine.prices());
}

std::vector<Plan> with_generated_kernels(const Plan& plan, const Machine& machine,
                                         std::size_t most) {
    if (!is_one_direct_step(plan)) return {};
    return with_steps(plan, machine.kernels().generated_kernels(direct_step(plan), most),
                      machine.prices());
}

void compile_generated(const std::vector<Plan*>& plans, const KernelPreparation& preparation,
                       double seconds) {
    std::vector<DirectStep*> steps;
    for (Plan* plan : plans) {
        if (lacks_kernel(*plan)) steps.push_back(&direct_step(*plan));
    }
    if (!steps.empty()) preparation.compile_kernels(steps, seconds);
}

bool lacks_kernel(const Plan& plan) {
    if (!is_one_direct_step(plan)) return false;
    const WrittenKernel* const kernel = written_kernel(direct_step(plan).kernel);
    return kernel != nullptr && !kernel->is_compiled();
}

void plan_products(Plan& plan, const KernelPreparation& preparation, std::int64_t workspace_limit) {
    const std::int64_t scratch = scratch_limit(plan, workspace_limit);
    for_each_step(plan.nodes, [&](Step& step, std::int64_t) {
        if (auto* gemm = std::get_if<GemmStep>(&step.action)) {
            preparation.plan_products(*gemm, scratch);
        }
        if (auto* direct = std::get_if<DirectStep>(&step.action)) {
            preparation.compile_kernel(*direct);
        }
        if (auto* transpose = std::get_if<TransposeStep>(&step.action)) {
            transpose->kernel = preparation.complete(transpose->kernel);
        }
    });
    reserve_scratch(plan);
}

}  // namespace ttgt
