// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// How well `auto` chooses on a GPU: every candidate that it prices in full, timed in turns with the
// others on random numbers. Writes one row per case and candidate, the chosen one first, with the
// predicted and the measured time of the whole and of every step.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "contraction/bind.h"
#include "contraction/device_backend.h"
#include "contraction/execute.h"
#include "contraction/explain.h"
#include "contraction/strategy.h"
#include "tools/bindings.h"
#include "tools/case_file.h"
#include "tools/cuda/random_tensor.h"
#include "tools/timing.h"
#include "tools/values.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    int device = 0;
    int turns = 5;
};

class Bench {
public:
    explicit Bench(const Settings& settings)
        : settings_(settings),
          context_(on_device(settings.device)),
          backend_(backend_of(context_.options().device)) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            tensors_.emplace_back(settings.device, context_.stream(), seed);
        }
    }

    void run(const tool::ContractionCase& given) {
        const Expression expression = parse_expression(given.expression);
        const std::vector<OperandLayout> operands =
            tool::packed_operands(expression, given.extents, given.dtype.value_or(DType::float64));
        const Problem problem = bind_expression(expression, operands, true);
        const auto machine = make_machine(context_.options(), static_cast<double>(bytes(problem)));
        Choice choice =
            choose_plan({problem, unlimited, *machine, false, true}, find_strategy("auto"));
        std::vector<Plan*> plans{&choice.plan};
        for (Plan& plan : choice.others) plans.push_back(&plan);
        for (Plan* plan : plans) backend_.prepare(*plan, unlimited);
        place(operands, plans);
        time(given, plans);
    }

    static void print_header() {
        fmt::print("id\tchosen\tpredicted_ms\tmedian_ms\tcandidate\tsteps\n");
    }

private:
    static ContextOptions on_device(int index) {
        ContextOptions options;
        options.device = {Device::Kind::cuda, index};
        return options;
    }

    void place(const std::vector<OperandLayout>& operands, const std::vector<Plan*>& plans) {
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const std::int64_t count = volume(operands[i].layout);
            tensors_[i].reserve(count * size_bytes(operands[i].dtype));
            if (i > 0) tensors_[i].fill(count, operands[i].dtype);
        }
        std::int64_t most = 1;
        for (const Plan* plan : plans) most = std::max(most, plan->chosen.workspace_bytes);
        tensors_[3].reserve(most);
    }

    /// The median of the totals, and of every step.
    void time(const tool::ContractionCase& given, const std::vector<Plan*>& plans) {
        std::vector<std::vector<double>> totals(plans.size());
        std::vector<std::vector<double>> steps(plans.size());
        const auto data = [&](std::size_t i) { return static_cast<char*>(tensors_[i].data()); };
        const Resources resources{0, context_.stream()};
        const Execution execution{{data(0), data(1), data(2), data(3)}, 1.0, 0.0, resources};
        for (int turn = 0; turn <= settings_.turns; ++turn) {
            for (std::size_t i = 0; i < plans.size(); ++i) {
                const auto timer = backend_.make_timer(*plans[i], resources);
                execute(*plans[i], backend_, execution, timer.get());
                if (turn == 0) continue;  // it warms up
                totals[i].push_back(timer->total_ms());
                steps[i] = timer->step_ms();
            }
        }
        for (std::size_t i = 0; i < plans.size(); ++i) {
            fmt::print("{}\t{}\t{:.5g}\t{:.5g}\t{}\t{}\n", given.id, i == 0 ? "yes" : "no",
                       plans[i]->chosen.predicted_ms, tool::median(totals[i]),
                       describe(plans[i]->problem, plans[i]->chosen),
                       in_words(*plans[i], steps[i]));
        }
    }

    /// "gemm: TN m=…: predicted, measured; …".
    static std::string in_words(const Plan& plan, const std::vector<double>& ms) {
        std::string text;
        for_each_step(plan.nodes, [&](const Step& step, std::int64_t) {
            text +=
                fmt::format("{} {} {}: {:.5g} {:.5g}; ", kind(step), step.operand, describe(step),
                            step.cost.ms, ms[static_cast<std::size_t>(step.id)]);
        });
        return text;
    }

    const Settings& settings_;
    Context context_;
    const Backend& backend_;
    std::vector<tool::RandomTensor> tensors_;  ///< D, L, R, workspace
};

void run(const Settings& settings) {
    Bench bench(settings);
    Bench::print_header();
    const std::string text = tool::read_text_file(settings.cases);
    for (const tool::ContractionCase& given : tool::parse_contraction_cases(text, settings.cases)) {
        bench.run(given);
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times every candidate that the planner prices in full on a GPU, taking turns");
    app.add_option("CASES", settings.cases, "contraction case file")->required();
    app.add_option("--device", settings.device, "number of the CUDA device");
    app.add_option("--turns", settings.turns, "timed calls of each candidate");
    CLI11_PARSE(app, argc, argv);
    try {
        ttgt::bench::run(settings);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_cuda_planner_choices: {}\n", error.what());
        return 1;
    }
    return 0;
}
