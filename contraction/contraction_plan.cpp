// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/contraction_plan.h"

#include <ttgt/error.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "contraction/devices.h"
#include "contraction/execute/measure.h"
#include "contraction/execute/profile.h"
#include "contraction/plan/explain.h"
#include "contraction/plan/lowering.h"
#include "contraction/planner/choice.h"
#include "contraction/problem/bind.h"
#include "src/core/element.h"
#include "src/core/overlap.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

using Pointers = std::array<const void*, operand_count>;

std::string title(const Problem& problem, std::size_t operand) {
    return operand_title(static_cast<Operand>(operand), problem.names[operand]);
}

void check_pointers(const Problem& problem, const Pointers& data) {
    for (std::size_t operand = 0; operand <= problem.inputs; ++operand) {
        if (data[operand] == nullptr && problem.sizes.volumes[operand] > 0) {
            throw InvalidArgument(fmt::format("the data of {} is null", title(problem, operand)));
        }
    }
}

void check_scalar(const Problem& problem, const char* scalar_name, const Scalar& scalar) {
    if (scalar.imag() != 0 && !is_complex(problem.dtypes[operand_d])) {
        throw InvalidArgument(fmt::format("{} = {}{:+}i is complex but {} is {}", scalar_name,
                                          scalar.real(), scalar.imag(), title(problem, operand_d),
                                          name(problem.dtypes[operand_d])));
    }
}

void check_compute(const Problem& problem, const Device& device) {
    if (problem.compute == ComputeType::full) return;
    if (device.kind == Device::Kind::cpu) {
        throw Unsupported(fmt::format("{} has no tf32; CUDA devices do", to_string(device)));
    }
    const DType d = problem.dtypes[operand_d];
    if (real_of(d) != DType::float32) {
        throw Unsupported(fmt::format("{} is {}; tf32 is for float32 and complex64",
                                      title(problem, operand_d), name(d)));
    }
}

void check_beta(const Problem& problem, const Scalar& beta) {
    if ((beta == Scalar{}) != problem.beta_is_zero) {
        throw InvalidArgument(fmt::format(
            "the plan of '{}' was made for beta {} 0, but beta is {}{:+}i", problem.text,
            problem.beta_is_zero ? "=" : "other than", beta.real(), beta.imag()));
    }
}

void check_workspace(std::int64_t needed, const Workspace& workspace) {
    if (needed == 0) return;
    if (workspace.data == nullptr || workspace.bytes < needed) {
        throw InvalidArgument(fmt::format("the plan needs {} bytes of workspace, {} were given",
                                          needed, workspace.data == nullptr ? 0 : workspace.bytes));
    }
    if (reinterpret_cast<std::uintptr_t>(workspace.data) % workspace_alignment != 0) {
        throw InvalidArgument(
            fmt::format("the workspace must start on a multiple of {} bytes", workspace_alignment));
    }
}

/// Kernels of a GPU read whole elements at once.
void check_alignment(const Problem& problem, const Pointers& data) {
    for (std::size_t operand = 0; operand <= problem.inputs; ++operand) {
        const auto bytes = static_cast<std::uintptr_t>(size_bytes(problem.dtypes[operand]));
        if (reinterpret_cast<std::uintptr_t>(data[operand]) % bytes != 0) {
            throw InvalidArgument(
                fmt::format("the data of {} is at {}, which is not aligned to an element of {}",
                            title(problem, operand), data[operand], name(problem.dtypes[operand])));
        }
    }
}

bool has_contracted_labels(const Problem& problem) {
    return std::any_of(problem.labels.begin(), problem.labels.end(),
                       [](const ProblemLabel& label) { return label.role == Role::contracted; });
}

/// D may lie exactly on an input where each element of D depends on that input's same element only.
bool may_share(const Problem& problem, std::size_t operand, const Pointers& data) {
    return problem.same_as_d[operand] && data[operand] == data[operand_d] &&
           !has_contracted_labels(problem);
}

void check_overlap(const Problem& problem, const Pointers& data) {
    const auto region = [&](std::size_t operand) {
        return MemoryRegion{&problem.layouts[operand], size_bytes(problem.dtypes[operand]),
                            data[operand]};
    };
    for (std::size_t operand = operand_l; operand <= problem.inputs; ++operand) {
        if (may_share(problem, operand, data)) continue;
        if (overlap(region(operand_d), region(operand))) {
            throw OverlapError(fmt::format("the output {} overlaps the input {} in memory",
                                           title(problem, operand_d), title(problem, operand)));
        }
    }
}

Execution checked_execution(const PlannedContraction& planned, const Pointers& data,
                            const RunOptions& options) {
    const Problem& problem = planned.plan.problem;
    const Scalar beta = options.beta.value_or(problem.beta_is_zero ? 0.0 : 1.0);
    check_pointers(problem, data);
    check_scalar(problem, "alpha", options.alpha);
    check_scalar(problem, "beta", beta);
    check_beta(problem, beta);
    check_workspace(planned.plan.chosen.workspace_bytes, options.workspace);
    check_overlap(problem, data);
    Resources resources = planned.resources;
    if (planned.device.kind == Device::Kind::cuda) {
        check_alignment(problem, data);
        if (options.stream != Stream{}) resources.stream = options.stream;
    } else if (options.stream != Stream{}) {
        throw InvalidArgument("a stream was given to a plan for the CPU, which has none");
    }
    // Inputs are only read: the steps that get them take pointers to const.
    const auto bytes = [](const void* pointer) {
        return const_cast<char*>(static_cast<const char*>(pointer));
    };
    return {{bytes(data[operand_d]), bytes(data[operand_l]), bytes(data[operand_r]),
             bytes(options.workspace.data)},
            options.alpha,
            beta,
            resources};
}

/// The plan to run: the inputs of alpha = 0 must not be read.
const Plan& plan_for(const PlannedContraction& planned, const Scalar& alpha) {
    const bool reads_inputs = alpha * planned.plan.problem.scale != Scalar{};
    return reads_inputs || planned.plan.problem.output_empty ? planned.plan : planned.scale_only;
}

void run_plan(const PlannedContraction& planned, const Pointers& data, const RunOptions& options) {
    const Execution execution = checked_execution(planned, data, options);
    const ThreadScope scope(planned.resources.threads);
    execute(plan_for(planned, options.alpha), *planned.backend, execution);
}

Report profile_plan(const PlannedContraction& planned, const Pointers& data,
                    const RunOptions& options) {
    const Execution execution = checked_execution(planned, data, options);
    const ThreadScope scope(planned.resources.threads);
    return profile(plan_for(planned, options.alpha), planned.device, *planned.backend, execution);
}

/// The losers beside the plan that runs, although it may not be the cheapest now that all are
/// priced: some were left out when planning, some the library refused.
std::vector<Candidate> losers(const PlannedContraction& planned, Choice choice) {
    const Problem& problem = planned.plan.problem;
    const auto is = [&](const Candidate& candidate) {
        return [&problem, text = describe(problem, candidate)](const Candidate& other) {
            return describe(problem, other) == text;
        };
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

void check_inputs(const PlannedContraction& planned, std::size_t given) {
    if (planned.plan.problem.inputs != given) {
        throw OperandCountMismatch(fmt::format("'{}' has {} input(s), the run was given {}",
                                               planned.plan.problem.text,
                                               planned.plan.problem.inputs, given));
    }
}

}  // namespace

ContractionPlan::ContractionPlan(std::unique_ptr<const PlannedContraction> planned)
    : planned_(std::move(planned)) {}
ContractionPlan::~ContractionPlan() = default;
ContractionPlan::ContractionPlan(ContractionPlan&&) noexcept = default;
ContractionPlan& ContractionPlan::operator=(ContractionPlan&&) noexcept = default;

std::string ContractionPlan::explain(std::size_t most_losers) const {
    // What ran when planning says more than a prediction, and may have won against it.
    if (!planned_->measured.empty()) {
        return ttgt::explain(planned_->plan, planned_->device, planned_->measured, most_losers);
    }
    const PlanningTask task{planned_->plan.problem, planned_->workspace_limit, *planned_->machine,
                            true};
    return ttgt::explain(planned_->plan, planned_->device,
                         losers(*planned_, choose_plan(task, *planned_->strategy)), most_losers);
}

std::int64_t ContractionPlan::workspace_bytes() const noexcept {
    return planned_->plan.chosen.workspace_bytes;
}

Report ContractionPlan::prediction() const { return make_report(planned_->plan, planned_->device); }

void ContractionPlan::run(void* d, const void* l, const void* r, const RunOptions& options) const {
    check_inputs(*planned_, 2);
    run_plan(*planned_, {d, l, r}, options);
}

void ContractionPlan::run(void* d, const void* l, const RunOptions& options) const {
    check_inputs(*planned_, 1);
    run_plan(*planned_, {d, l, nullptr}, options);
}

Report ContractionPlan::profile(void* d, const void* l, const void* r,
                                const RunOptions& options) const {
    check_inputs(*planned_, 2);
    return profile_plan(*planned_, {d, l, r}, options);
}

Report ContractionPlan::profile(void* d, const void* l, const RunOptions& options) const {
    check_inputs(*planned_, 1);
    return profile_plan(*planned_, {d, l, nullptr}, options);
}

ContractionPlan plan_contraction(Context& context, std::string_view expression,
                                 const std::vector<OperandLayout>& operands,
                                 const PlanOptions& options) {
    return plan_for_threads(context, expression, operands, options, context.options().threads);
}

ContractionPlan plan_for_threads(Context& context, std::string_view expression,
                                 const std::vector<OperandLayout>& operands,
                                 const PlanOptions& options, int threads) {
    const std::int64_t limit = options.workspace_limit.value_or(context.options().workspace_limit);
    if (limit < 0) throw InvalidArgument(fmt::format("workspace limit {} is negative", limit));
    const Strategy& strategy = find_strategy(options.strategy);
    Problem problem = bind_expression(parse_expression(expression), operands, options.beta_is_zero);
    problem.compute = options.compute;
    ContextOptions settings = context.options();
    settings.threads = threads;
    check_compute(problem, settings.device);
    const Backend& backend = backend_of(settings.device);
    std::unique_ptr<const Machine> machine =
        make_machine(settings, static_cast<double>(bytes(problem)));
    const bool measures = options.planning == Planning::measure;
    Choice choice = choose_plan({problem, limit, *machine, false, measures}, strategy);
    const Resources resources{threads, context.stream()};
    if (measures) measure_choice(choice, backend, resources);
    Candidate scale;
    scale.method = Method::scale;
    Plan scale_only = lower(problem, std::move(scale), *machine, limit);
    return make_contraction_plan({std::move(choice.plan), std::move(scale_only), settings.device,
                                  &backend, resources, &strategy, std::move(machine), limit,
                                  std::move(choice.rejected), std::move(choice.refused)});
}

ContractionPlan make_contraction_plan(PlannedContraction planned) {
    return ContractionPlan(std::make_unique<const PlannedContraction>(std::move(planned)));
}

}  // namespace ttgt
