// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "contraction/binary_plan.h"
#include "contraction/devices.h"
#include "contraction/execute/kept_measure.h"
#include "contraction/plan/lowering.h"
#include "contraction/planner/choice.h"
#include "contraction/problem/bind.h"
#include "src/core/element.h"

namespace ttgt {
namespace {

void check_compute(const Problem& problem, const Device& device) {
    if (problem.compute == ComputeType::full) return;
    if (device.kind == Device::Kind::cpu) {
        throw Unsupported(fmt::format("{} has no {}; CUDA devices have", to_string(device),
                                      name(problem.compute)));
    }
    const DType d = problem.dtypes[operand_d];
    if (real_of(d) != DType::float32) {
        throw Unsupported(fmt::format("{} is {}; {} is for float32 and complex64",
                                      operand_title(operand_d, problem.names[operand_d]), name(d),
                                      name(problem.compute)));
    }
}

/// The most kernels that are generated for a Direct step: 0 unless the options ask for generated
/// kernels on a CUDA device, 1 for a heuristic plan, more for a measured plan.
std::size_t generated_kernels(const PlanOptions& options, const Device& device, bool measures) {
    constexpr std::size_t of_search = 32;  // a search runs out of time before it has tried as many
    if (!options.generated_kernels || device.kind == Device::Kind::cpu) return 0;
    return measures ? of_search : 1;
}

void check_search(double seconds) {
    if (seconds >= 0) return;
    throw InvalidArgument(fmt::format("search_seconds is {}, which is negative", seconds));
}

}  // namespace

std::unique_ptr<const BinaryPlan> plan_binary(Context& context, const Statement& statement,
                                              const PlanOptions& options, int threads) {
    const std::int64_t limit = options.workspace_limit.value_or(context.options().workspace_limit);
    if (limit < 0) throw InvalidArgument(fmt::format("workspace limit {} is negative", limit));
    check_search(options.search_seconds);
    const Strategy& strategy = find_strategy(options.strategy);
    Problem problem = bind_expression(statement.expression, statement.operands,
                                      options.beta_is_zero, statement.converts);
    problem.compute = options.compute;
    ContextOptions settings = context.options();
    settings.threads = threads;
    check_compute(problem, settings.device);
    const Backend& backend = backend_of(settings.device);
    std::unique_ptr<const Machine> machine =
        make_machine(settings, static_cast<double>(bytes(problem)));
    const Resources resources{threads, context.stream()};
    const auto task_that = [&](bool measures) {
        return PlanningTask{problem,
                            limit,
                            *machine,
                            false,
                            measures,
                            generated_kernels(options, settings.device, measures),
                            options.search_seconds};
    };
    const auto choose = [&] {
        const bool measures = options.planning == Planning::measure;
        if (measures || settings.use_kept_choices) {
            const PlanningTask planning = task_that(true);
            const MeasuringTask task{planning, strategy, backend, resources};
            const ChoiceCache cache{DiskCache(disk_cache_folder())};
            if (measures) return kept_measure(task, cache);
            if (std::optional<Choice> kept = kept_choice(task, cache)) return std::move(*kept);
        }
        return choose_plan(task_that(false), strategy);
    };
    Choice choice = choose();
    Candidate scale;
    scale.method = Method::scale;
    Plan scale_only = lower(problem, std::move(scale), *machine, limit);
    return std::make_unique<const BinaryPlan>(BinaryPlan::Parts{
        std::move(choice.plan), std::move(scale_only), settings.device, &backend, resources,
        &strategy, std::move(machine), limit, std::move(choice.rejected), std::move(choice.refused),
        generated_kernels(options, settings.device, false)});
}

}  // namespace ttgt
