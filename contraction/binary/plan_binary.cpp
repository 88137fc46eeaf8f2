// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/binary/plan_binary.h"

#include <ttgt/error.h>

#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "contraction/devices.h"
#include "contraction/execute/kept_measure.h"
#include "contraction/plan/lowering.h"
#include "contraction/planner/choice.h"
#include "contraction/problem/bind.h"
#include "src/context/workspace_limit.h"
#include "src/core/element.h"
#include "src/core/native_compute.h"

namespace ttgt {
namespace {

void check_compute(const Problem& problem, const Device& device) {
    if (problem.compute == ComputeType::full) return;
    if (device.kind == Device::Kind::cpu) {
        throw Unsupported(fmt::format("{} has no {}; CUDA devices have", to_string(device),
                                      name(problem.compute)));
    }
    const DType d = problem.dtypes[operand_d];
    if (is_by_int8(problem.compute)) {
        if (!is_half(d) && !is_half(problem.dtypes[operand_l])) return;
        throw Unsupported(fmt::format(
            "{} is {}; {} is for float32, float64, complex64 and complex128",
            operand_title(operand_d, problem.names[operand_d]), name(d), name(problem.compute)));
    }
    if (real_of(d) != DType::float32) {
        throw Unsupported(fmt::format("{} is {}; {} is for float32 and complex64",
                                      operand_title(operand_d, problem.names[operand_d]), name(d),
                                      name(problem.compute)));
    }
}

/// The most kernels that are generated for a Direct step: 0 unless the options ask for generated
/// kernels on a CUDA device, more for a measured plan than for a heuristic one.
std::size_t generated_kernels(const PlanOptions& options, const Device& device, Purpose purpose) {
    constexpr std::size_t of_search = 32;  // a search runs out of time before it has tried as many
    if (!options.generated_kernels || device.kind == Device::Kind::cpu) return 0;
    return purpose == Purpose::measure ? of_search : 1;
}

void check_search(double seconds) {
    if (seconds >= 0) return;
    throw InvalidArgument(fmt::format("search_seconds is {}, which is negative", seconds));
}

/// The workspace limit of a plan, once it and the options of a search are checked.
std::int64_t checked_limit(const PlanOptions& options, const ContextOptions& settings) {
    const std::int64_t limit = checked_workspace_limit(options.workspace_limit, settings);
    check_search(options.search_seconds);
    return limit;
}

Problem bound_problem(const Statement& statement, const PlanOptions& options,
                      const Device& device) {
    Problem problem = bind_expression(statement.expression, statement.operands,
                                      options.beta_is_zero, statement.converts);
    problem.compute = options.compute;
    check_compute(problem, device);
    return problem;
}

/// What planning one problem needs, and what it makes of it.
struct BinaryPlanning {
    const Problem& problem;
    const PlanOptions& options;
    const ContextOptions& settings;
    const Machine& machine;
    const Strategy& strategy;
    const Backend& backend;
    Resources resources;
    std::int64_t workspace_limit;

    [[nodiscard]] PlanningTask task(Purpose purpose) const {
        return {problem,
                workspace_limit,
                machine,
                purpose,
                generated_kernels(options, settings.device, purpose),
                options.search_seconds};
    }

    /// The choice by measuring now, by what was measured before, or by prices alone, as the options
    /// say.
    [[nodiscard]] Choice choose() const {
        const bool measures = options.planning == Planning::measure;
        if (measures || settings.use_kept_choices) {
            const PlanningTask planning = task(Purpose::measure);
            const MeasuringTask measuring{planning, strategy, backend, resources};
            const ChoiceCache cache{DiskCache(disk_cache_folder())};
            if (measures) return kept_measure(measuring, cache);
            if (std::optional<Choice> kept = kept_choice(measuring, cache)) return *std::move(kept);
        }
        return choose_plan(task(Purpose::run), strategy);
    }

    /// The plan of D = beta * D.
    [[nodiscard]] Plan scale_only() const {
        Candidate scale;
        scale.method = Method::scale;
        return lower(problem, std::move(scale), machine, workspace_limit);
    }
};

}  // namespace

std::unique_ptr<const BinaryPlan> plan_binary(Context& context, const Statement& statement,
                                              const PlanOptions& options, int threads) {
    ContextOptions settings = context.options();
    settings.threads = threads;
    const std::int64_t limit = checked_limit(options, settings);
    const Strategy& strategy = find_strategy(options.strategy);
    const Problem problem = bound_problem(statement, options, settings.device);
    std::unique_ptr<const Machine> machine =
        make_machine(settings, static_cast<double>(bytes(problem)));
    const BinaryPlanning planning{problem,
                                  options,
                                  settings,
                                  *machine,
                                  strategy,
                                  backend_of(settings.device),
                                  {threads, context.stream()},
                                  limit};
    Choice choice = planning.choose();
    Plan scale_only = planning.scale_only();
    return std::make_unique<const BinaryPlan>(BinaryPlan::Parts{
        std::move(choice.plan), std::move(scale_only), settings.device, &planning.backend,
        planning.resources, &strategy, std::move(machine), limit, std::move(choice.rejected),
        std::move(choice.refused), generated_kernels(options, settings.device, Purpose::run)});
}

}  // namespace ttgt
