// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Programs on one GPU and over ranks that are threads with GPUs, operands spread evenly. Operands
// are whole numbers so small that every result is exact: all elements of the outputs are compared
// with those of one GPU before anything is timed. Writes a row for each case and number of GPUs.
#include <ttgt/distributed_program.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/device_ranks.h"
#include "benchmarks/support/rank_program_cases.h"
#include "benchmarks/support/rank_tensor.h"
#include "benchmarks/support/run_main.h"
#include "tools/bench/timing.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    std::string devices = "cuda:0,cuda:1";
    int turns = 7;
    int threads = 8;
    bool explains = false;
};

/// Outputs of one GPU, by name.
using Results = std::map<std::string, std::vector<double>>;

struct Measured {
    std::vector<double> times;  ///< milliseconds of the slowest rank, sorted
    double plan_ms = 0;
    double moves_ms = 0;  ///< of all steps but products, in a run that waits after each
    DistributedReport report;
    bool is_right = true;
};

class ProgramRun {
public:
    ProgramRun(const Settings& settings, const RankProgramCase& given, Communicator& ranks,
               Context& context)
        : settings_(settings), given_(given), ranks_(ranks), context_(context) {}

    /// Collective. `expected` is empty where this is the run of one GPU, which sets it.
    Measured run(Results& expected) {
        const std::vector<NamedDistributedOperand> operands = operands_of(given_, ranks_.ranks());
        Measured measured;
        DistributedOptions options;
        options.rates = measure_rank_rates(ranks_, context_);
        std::unique_ptr<DistributedProgramPlan> plan;
        measured.plan_ms = tool::time_ms([&] {
            plan = std::make_unique<DistributedProgramPlan>(
                plan_program(ranks_, context_, given_.program, operands, options));
        });
        if (settings_.explains && ranks_.rank() == 0) fmt::print("{}", plan->explain());
        std::vector<RankTensor> tensors;
        std::vector<void*> pointers;
        for (std::size_t i = 0; i < operands.size(); ++i) {
            tensors.emplace_back(ranks_, context_, operands[i].layout);
            tensors[i].number(i, settings_.threads);
            tensors[i].place();
            pointers.push_back(tensors[i].data());
        }
        RunOptions running;
        running.workspace = context_.workspace(plan->workspace_bytes());
        plan->run(pointers, running);
        wait_for(context_);
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (given_.outputs.contains(operands[i].name)) {
                compare(operands[i].name, tensors[i], expected, measured);
            }
        }
        running.workspace = context_.workspace(plan->workspace_bytes());
        measured.report = plan->profile(pointers, running);
        for (const StepReport& step : measured.report.report.steps) {
            if (step.kind == "redistribute") measured.moves_ms += step.measured_ms;
        }
        for (int turn = 0; turn < settings_.turns; ++turn) {
            (void)largest(*ranks_.transport(), 0);
            const double ms = tool::time_ms([&] {
                plan->run(pointers, running);
                wait_for(context_);
            });
            measured.times.push_back(largest(*ranks_.transport(), ms));
        }
        std::sort(measured.times.begin(), measured.times.end());
        return measured;
    }

private:
    void compare(const std::string& name, RankTensor& tensor, Results& expected,
                 Measured& measured) {
        if (ranks_.ranks() == 1) {
            tensor.fetch();
            expected[name].assign(tensor.on_host(), tensor.on_host() + tensor.count());
            return;
        }
        if (!is_same(ranks_, context_, tensor, expected.at(name).data())) measured.is_right = false;
    }

    const Settings& settings_;
    const RankProgramCase& given_;
    Communicator& ranks_;
    Context& context_;
};

void print(const RankProgramCase& given, int ranks, const Measured& measured, double one_ms) {
    const double ms = tool::median(measured.times);
    const Report& report = measured.report.report;
    fmt::print(
        "{}\t{}\t{}\t{:.1f}\t{}\t{}\t{:.3f}\t{:.3f}\t{:.3f}\t{:.3f}\t{:.3f}\t{:.2f}\t{:.2f}\t{}\n",
        given.id, ranks, report.steps.size(), measured.plan_ms, measured.report.bytes_over_links,
        report.workspace_bytes, report.predicted_ms, measured.moves_ms, ms, measured.times.front(),
        measured.times.back(), report.flops / ms * 1e-9, one_ms / ms,
        measured.is_right ? "ok" : "wrong");
    std::fflush(stdout);
}

void run(const Settings& settings) {
    const std::vector<Device> all = parse_devices(settings.devices);
    fmt::print(
        "id\tranks\tsteps\tplan_ms\tbytes_over_links\tworkspace_bytes\tpredicted_ms\tmoves_ms\t"
        "time_ms\tleast_ms\tmost_ms\ttflops\tspeedup\tcheck\n");
    for (const RankProgramCase& given : read_rank_programs(settings.cases)) {
        Results expected;
        double one_ms = 0;
        for (const std::vector<Device>& devices : {std::vector<Device>{all.front()}, all}) {
            on_devices(devices, [&](Communicator& ranks, Context& context) {
                const Measured measured = ProgramRun(settings, given, ranks, context).run(expected);
                if (ranks.rank() > 0) return;
                if (ranks.ranks() == 1) one_ms = tool::median(measured.times);
                print(given, ranks.ranks(), measured, one_ms);
            });
        }
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Programs on one GPU and over several", "bench_gpu_rank_programs");
    app.add_option("cases", settings.cases, "case file")->required();
    app.add_option("--devices", settings.devices, "one for each rank");
    app.add_option("--turns", settings.turns, "timed runs of each");
    app.add_option("--threads", settings.threads, "of the CPU for each rank, to make operands");
    app.add_flag("--explain", settings.explains, "print the plans");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
