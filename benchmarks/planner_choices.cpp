// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// How well `auto` chooses: every candidate that it prices in full is checked, then timed in turns
// with the others. Writes one row per case and candidate, the chosen one first.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "contraction/bind.h"
#include "contraction/cpu/cpu_backend.h"
#include "contraction/cpu/cpu_machine.h"
#include "contraction/execute.h"
#include "contraction/strategy.h"
#include "src/runtime/threads.h"
#include "tools/bindings.h"
#include "tools/buffers.h"
#include "tools/case_file.h"
#include "tools/checker.h"
#include "tools/timing.h"
#include "tools/values.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    std::string dtype = "float64";
    std::string calibration;
    int threads = 0;
    int turns = 9;
};

class Bench {
public:
    explicit Bench(const Settings& settings)
        : settings_(settings),
          dtype_(tool::parse_numeric_dtype(settings.dtype, "--dtype")),
          calibration_(settings.calibration.empty() ? built_in_calibration()
                                                    : read_calibration(settings.calibration)),
          threads_(available_threads(settings.threads)) {}

    void run(const tool::ContractionCase& given) const {
        const Expression expression = parse_expression(given.expression);
        const std::vector<OperandLayout> operands =
            tool::packed_operands(expression, given.extents, dtype_);
        const Problem problem = bind_expression(expression, operands, true);
        const cpu::CpuMachine machine(
            {calibration_, threads_, static_cast<double>(bytes(problem))});
        const Choice choice = choose_plan({problem, unlimited, machine}, find_strategy("auto"));
        std::vector<const Plan*> plans{&choice.plan};
        for (const Plan& plan : choice.others) plans.push_back(&plan);

        const Memory memory(operands, plans);
        for (const Plan* plan : plans) {
            memory.run(*plan, threads_);
            check(expression, operands, memory, *plan);
        }
        std::vector<std::vector<double>> times(plans.size());
        for (int turn = 0; turn < settings_.turns; ++turn) {
            for (std::size_t i = 0; i < plans.size(); ++i) {
                times[i].push_back(tool::time_ms([&] { memory.run(*plans[i], threads_); }));
            }
        }
        for (std::size_t i = 0; i < plans.size(); ++i) {
            fmt::print("{}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\t{}\n", given.id, i == 0 ? "yes" : "no",
                       plans[i]->chosen.predicted_ms, tool::median(times[i]),
                       *std::min_element(times[i].begin(), times[i].end()),
                       describe(problem, plans[i]->chosen));
        }
    }

    static void print_header() {
        fmt::print("id\tchosen\tpredicted_ms\tmedian_ms\tmin_ms\tcandidate\n");
    }

private:
    /// Operands of a case, and workspace for all of its plans.
    struct Memory {
        std::vector<tool::Buffer> operands;
        tool::Buffer workspace;

        Memory(const std::vector<OperandLayout>& layouts, const std::vector<const Plan*>& plans) {
            std::uint64_t seed = 1;
            for (const OperandLayout& operand : layouts) {
                operands.push_back(tool::allocate_tensor(operand.layout, operand.dtype));
                tool::fill_random(operands.back().get(), volume(operand.layout), operand.dtype,
                                  seed++);
            }
            std::int64_t most = 1;
            for (const Plan* plan : plans) most = std::max(most, plan->chosen.workspace_bytes);
            workspace = allocate_host(most);
        }
        void run(const Plan& plan, int threads) const {
            const ThreadScope scope(threads);
            const auto bytes = [](const tool::Buffer& b) { return static_cast<char*>(b.get()); };
            char* const r = operands.size() > 2 ? bytes(operands[2]) : nullptr;
            execute(plan, cpu::backend(),
                    {{bytes(operands[0]), bytes(operands[1]), r, bytes(workspace)},
                     1.0,
                     0.0,
                     {threads}});
        }
    };

    void check(const Expression& expression, const std::vector<OperandLayout>& operands,
               const Memory& memory, const Plan& plan) const {
        std::vector<ConstTensorView> inputs;
        for (std::size_t i = 1; i < operands.size(); ++i) {
            inputs.emplace_back(dtype_, operands[i].layout, memory.operands[i].get());
        }
        reference::CompareOptions options;
        options.whole_limit = 1 << 20;
        const reference::Comparison comparison = reference::compare(
            tool::reference_problem(expression, operands[0].layout.extents, inputs, 1.0, 0.0),
            nullptr, ConstTensorView(dtype_, operands[0].layout, memory.operands[0].get()),
            options);
        if (comparison.outcome == reference::Outcome::fail) {
            throw std::runtime_error("wrong result of " + describe(plan.problem, plan.chosen));
        }
    }

    const Settings& settings_;
    DType dtype_;
    std::shared_ptr<const Calibration> calibration_;
    int threads_;
};

void run(const Settings& settings) {
    const Bench bench(settings);
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
    CLI::App app("Times every candidate that the planner prices in full, taking turns");
    app.add_option("CASES", settings.cases, "contraction case file")->required();
    app.add_option("--dtype", settings.dtype)->capture_default_str();
    app.add_option("--calibration", settings.calibration, "a file that ttgt calibrate wrote");
    app.add_option("--threads", settings.threads, "0: as many as OpenMP uses");
    app.add_option("--turns", settings.turns, "timed calls of each candidate");
    CLI11_PARSE(app, argc, argv);
    try {
        ttgt::bench::run(settings);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_planner_choices: {}\n", error.what());
        return 1;
    }
    return 0;
}
