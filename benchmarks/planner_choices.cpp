// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// How well `auto` chooses: every candidate that it prices in full is checked, then timed in turns
// with the others. Writes one row per case and candidate, the chosen one first, with the predicted
// and the measured time of the whole and of every step.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/run_main.h"
#include "contraction/devices.h"
#include "contraction/execute/profile.h"
#include "contraction/plan/explain.h"
#include "contraction/planner/choice.h"
#include "contraction/problem/bind.h"
#include "src/core/files/text_file.h"
#include "src/runtime/threads.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/contraction/contraction_arena.h"
#include "tools/bench/timing.h"
#include "tools/commands/command_options.h"
#include "tools/io/values.h"
#include "tools/operands/bindings.h"
#include "tools/operands/checker.h"
#include "tools/operands/device_choice.h"

namespace ttgt::bench {
namespace {

struct Settings : tool::DeviceChoice {
    std::string cases;
    std::string dtype;
    std::string calibration;
    int turns = 9;
    int untimed = 0;
};

ContextOptions context_options(const Settings& settings) {
    ContextOptions options = tool::context_options_of(settings);
    if (!settings.calibration.empty()) options.calibration = read_calibration(settings.calibration);
    return options;
}

class Bench {
public:
    explicit Bench(const Settings& settings)
        : settings_(settings),
          context_(context_options(settings)),
          backend_(backend_of(context_.options().device)),
          arena_(tool::make_contraction_arena(context_)),
          threads_(settings.threads) {}

    void run(const tool::ContractionCase& given) {
        const Expression expression = parse_expression(given.expression);
        const tool::ContractionTask contraction{
            expression, tool::packed_operands(expression, given.extents,
                                              tool::dtype_of(given, settings_.dtype))};
        const Problem problem = bind_expression(expression, contraction.operands, true);
        const auto machine = make_machine(context_.options(), static_cast<double>(bytes(problem)));
        const PlanningTask task{problem, unlimited, *machine, Purpose::measure};
        Choice choice = choose_plan(task, find_strategy("auto"));
        std::vector<const Plan*> plans{&choice.plan};
        for (const Plan& plan : choice.others) plans.push_back(&plan);

        arena_->place(contraction);
        const std::vector<tool::Contender> contenders =
            contenders_of(plans, contraction.operands.size());
        for (std::size_t i = 0; i < plans.size(); ++i) check(*plans[i], contenders[i]);
        const auto times = arena_->time_turns({settings_.turns}, contenders);
        for (std::size_t i = 0; i < plans.size(); ++i) {
            fmt::print("{}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\t{}\t{}\n", given.id, i == 0 ? "yes" : "no",
                       plans[i]->chosen.predicted_ms, tool::median(times[i].ms),
                       *std::min_element(times[i].ms.begin(), times[i].ms.end()),
                       describe(problem, plans[i]->chosen), steps(times[i].report));
        }
    }

    static void print_header() {
        fmt::print("id\tchosen\tpredicted_ms\tmedian_ms\tmin_ms\tcandidate\tsteps\n");
    }

private:
    /// All plans, on the same tensors and workspace.
    std::vector<tool::Contender> contenders_of(const std::vector<const Plan*>& plans,
                                               std::size_t operands) {
        std::int64_t most = 1;
        for (const Plan* plan : plans) most = std::max(most, plan->chosen.workspace_bytes);
        Execution execution;
        for (std::size_t i = 0; i < operands; ++i) {
            execution.bases[i] = static_cast<char*>(arena_->data(i));
        }
        execution.bases.back() = static_cast<char*>(context_.workspace(most).data);
        execution.resources = {settings_.threads, context_.stream()};
        std::vector<tool::Contender> contenders;
        contenders.reserve(plans.size());
        for (const Plan* plan : plans) {
            contenders.push_back({[=, this] { execute(*plan, backend_, execution); },
                                  [=, this] {
                                      for (int call = 0; call < settings_.untimed; ++call) {
                                          execute(*plan, backend_, execution);
                                      }
                                      const Device& device = context_.options().device;
                                      return profile(*plan, device, backend_, execution);
                                  }});
        }
        return contenders;
    }

    /// The call warms up, too.
    void check(const Plan& plan, const tool::Contender& contender) {
        reference::CompareOptions options;
        options.whole_limit = std::int64_t{1} << 20;
        options.sample_work = std::int64_t{1} << 21;
        arena_->reset_output();
        contender.run();
        if (arena_->check(options).outcome == reference::Outcome::fail) {
            throw std::runtime_error("wrong result of " + describe(plan.problem, plan.chosen));
        }
    }

    /// "gemm: TN m=…: predicted, measured; …".
    static std::string steps(const Report& report) {
        std::string text;
        for (const StepReport& step : report.steps) {
            text += fmt::format("{} {} {}: {:.5g} {:.5g}; ", step.kind, step.operand,
                                step.description, step.predicted_ms, step.measured_ms);
        }
        return text;
    }

    const Settings& settings_;
    Context context_;
    const Backend& backend_;
    std::unique_ptr<tool::ContractionArena> arena_;
    ThreadScope threads_;
};

void run(const Settings& settings) {
    Bench bench(settings);
    Bench::print_header();
    const std::string text = read_text_file(settings.cases);
    for (const tool::ContractionCase& given : tool::parse_contraction_cases(text, settings.cases)) {
        bench.run(given);
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times every candidate that the planner prices in full, taking turns");
    app.add_option("CASES", settings.cases, "contraction case file")->required();
    ttgt::tool::add_run_options(app, settings);
    app.add_option("--dtype", settings.dtype,
                   "instead of the case's own (float64 where it has none)");
    app.add_option("--calibration", settings.calibration, "a file that ttgt calibrate wrote");
    app.add_option("--turns", settings.turns, "timed calls of each candidate");
    app.add_option("--untimed", settings.untimed,
                   "calls before each timed one: on many cores a candidate pays for what the one "
                   "before it left in other cores' caches");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
