// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/binary/binary_plan.h"

#include <algorithm>
#include <utility>

#include "contraction/binary/checked_execution.h"
#include "contraction/cuda/emulated/kept_planes.h"
#include "contraction/execute/addend_kernel.h"
#include "contraction/execute/profile.h"
#include "contraction/plan/candidate_key.h"
#include "contraction/plan/explain.h"
#include "contraction/plan/written_kernel.h"
#include "contraction/planner/choice.h"
#include "src/runtime/interrupt.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

/// The losers beside the plan that runs, although it may not be the cheapest now that all are
/// priced: some were left out when planning, some the library refused.
std::vector<Candidate> losers(const BinaryPlan::Parts& planned, Choice choice) {
    const auto is = [](const Candidate& candidate) {
        return [key = key_of(candidate)](const Candidate& other) { return key_of(other) == key; };
    };
    std::vector<Candidate> found = std::move(choice.rejected);
    if (!is(planned.plan.chosen)(choice.plan.chosen)) {
        std::erase_if(found, is(planned.plan.chosen));
        found.insert(found.begin(), choice.plan.chosen);
        found.front().rejection = "its estimate was beyond the price of the chosen one";
    }
    for (const Candidate& refused : planned.refused) {
        const auto same = std::find_if(found.begin(), found.end(), is(refused));
        if (same != found.end()) same->rejection = refused.rejection;
    }
    return found;
}

/// The only step of a plan, where its kernel takes addends and it writes D; else null.
const Step* adding_step(const Plan& plan) {
    if (plan.nodes.size() != 1) return nullptr;
    const Step* const step = std::get_if<Step>(&plan.nodes.front().value);
    const GemmStep* const gemm = step != nullptr ? std::get_if<GemmStep>(&step->action) : nullptr;
    if (gemm == nullptr || gemm->c.slot != BufferRef::Slot::d) return nullptr;
    const auto* const kernel = dynamic_cast<const AddendKernel*>(gemm->kernel.get());
    return kernel != nullptr && kernel->takes_addend() ? step : nullptr;
}

void run_adding_step(const Plan& plan, const Execution& execution, const void* addend) {
    const GemmStep& step = std::get<GemmStep>(adding_step(plan)->action);
    const auto address = [&](const BufferRef& buffer) {
        return execution.bases[static_cast<std::size_t>(buffer.slot)] + buffer.offset;
    };
    Resources resources = execution.resources;
    resources.scratch =
        execution.bases[static_cast<std::size_t>(BufferRef::Slot::workspace)] + plan.scratch_offset;
    check_interrupt();
    dynamic_cast<const AddendKernel&>(*step.kernel)
        .run_apart(step, {execution.alpha * plan.problem.scale, execution.beta}, address(step.a),
                   address(step.b), static_cast<const char*>(addend) + step.c.offset,
                   address(step.c), resources);
}

}  // namespace

BinaryPlan::BinaryPlan(Parts parts) : parts_(std::move(parts)) {
    if (inputs() != 2) return;
    keeping_ = {cuda::with_kept_planes(parts_.plan, {true, false}),
                cuda::with_kept_planes(parts_.plan, {false, true}),
                cuda::with_kept_planes(parts_.plan, {true, true})};
}

const Plan& BinaryPlan::plan_for(const RunOptions& options) const {
    // The inputs of alpha = 0 must not be read.
    const bool reads_inputs = options.alpha * parts_.plan.problem.scale != Scalar{};
    if (!reads_inputs && !parts_.plan.problem.output_empty) return parts_.scale_only;
    const auto is_unchanged = [&](std::size_t position) -> std::size_t {
        const auto& all = options.unchanged;
        return std::find(all.begin(), all.end(), position) != all.end() ? 1 : 0;
    };
    const std::size_t unchanged = is_unchanged(0) + 2 * is_unchanged(1);
    if (unchanged == 0 || !keeping_[unchanged - 1]) return parts_.plan;
    return *keeping_[unchanged - 1];
}

Execution BinaryPlan::checked(void* d, InputPointers inputs, const RunOptions& options) const {
    const Pointers pointers{d, inputs[0], inputs.size() == 2 ? inputs[1] : nullptr};
    return checked_execution(parts_.plan, {parts_.device, parts_.resources}, pointers, options);
}

std::size_t BinaryPlan::inputs() const noexcept { return parts_.plan.problem.inputs; }

const std::string& BinaryPlan::text() const noexcept { return parts_.plan.problem.text; }

std::string BinaryPlan::explain(std::size_t most_losers) const {
    // What ran when planning says more than a prediction, and may have won against it.
    if (!parts_.measured.empty()) {
        return ttgt::explain(parts_.plan, parts_.device, parts_.measured, most_losers);
    }
    const PlanningTask task{parts_.plan.problem, parts_.workspace_limit, *parts_.machine,
                            Purpose::explain, parts_.generated_kernels};
    return ttgt::explain(parts_.plan, parts_.device,
                         losers(parts_, choose_plan(task, *parts_.strategy)), most_losers);
}

std::string BinaryPlan::source() const {
    const WrittenKernel* const kernel = written_kernel(parts_.plan.chosen.kernel);
    return kernel != nullptr ? kernel->source() : "";
}

std::int64_t BinaryPlan::workspace_bytes() const noexcept {
    return parts_.plan.chosen.workspace_bytes;
}

bool BinaryPlan::beta_is_zero() const noexcept { return parts_.plan.problem.beta_is_zero; }

Report BinaryPlan::prediction() const { return make_report(parts_.plan, parts_.device); }

void BinaryPlan::run(void* d, InputPointers inputs, const RunOptions& options) const {
    const Execution execution = checked(d, inputs, options);
    const ThreadScope scope(parts_.resources.threads);
    execute(plan_for(options), *parts_.backend, execution);
}

Report BinaryPlan::profile(void* d, InputPointers inputs, const RunOptions& options) const {
    const Execution execution = checked(d, inputs, options);
    const ThreadScope scope(parts_.resources.threads);
    return ttgt::profile(plan_for(options), parts_.device, *parts_.backend, execution);
}

bool BinaryPlan::takes_addend() const noexcept { return adding_step(parts_.plan) != nullptr; }

void BinaryPlan::run_apart(void* d, InputPointers inputs, const void* addend,
                           const RunOptions& options) const {
    const Execution execution = checked(d, inputs, options);
    run_adding_step(parts_.plan, execution, addend);
}

Report BinaryPlan::profile_apart(void* d, InputPointers inputs, const void* addend,
                                 const RunOptions& options) const {
    const Execution execution = checked(d, inputs, options);
    return ttgt::profile(parts_.plan, parts_.device, *parts_.backend, execution,
                         [&](StepTimer& timer) {
                             const Step& step = *adding_step(parts_.plan);
                             timer.start();
                             timer.before(step);
                             run_adding_step(parts_.plan, execution, addend);
                             timer.after(step);
                             timer.stop();
                         });
}

}  // namespace ttgt
