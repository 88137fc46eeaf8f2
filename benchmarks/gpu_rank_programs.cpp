// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Programs on one GPU and over ranks that are threads with GPUs, operands spread evenly. Operands
// are whole numbers so small that every result is exact: all elements of the outputs are compared
// with those of one GPU before anything is timed. Writes a row for each case and number of GPUs.
#include <ttgt/distributed_program.h>

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
        : settings_(settings),
          given_(given),
          ranks_(ranks),
          context_(context),
          operands_(operands_of(given, ranks.ranks())) {}

    /// Collective. `expected` is empty where this is the run of one GPU, which sets it.
    Measured run(Results& expected) {
        Measured measured;
        DistributedOptions options;
        options.rates = measure_rank_rates(ranks_, context_);
        measured.plan_ms = tool::time_ms([&] {
            plan_ = std::make_unique<DistributedProgramPlan>(
                plan_program(ranks_, context_, given_.program, operands_, options));
        });
        if (settings_.explains && ranks_.rank() == 0) fmt::print("{}", plan_->explain());
        place();
        plan_->run(pointers_, options_of_run());
        wait_for(context_);
        for (std::size_t i = 0; i < operands_.size(); ++i) {
            if (!given_.outputs.contains(operands_[i].name)) continue;
            if (!compare(operands_[i].name, tensors_[i], expected)) measured.is_right = false;
        }
        measured.report = plan_->profile(pointers_, options_of_run());
        for (const StepReport& step : measured.report.report.steps) {
            if (step.kind == "redistribute") measured.moves_ms += step.measured_ms;
        }
        measured.times = times();
        return measured;
    }

private:
    /// Makes the operands and copies them to the device.
    void place() {
        for (std::size_t i = 0; i < operands_.size(); ++i) {
            tensors_.emplace_back(ranks_, context_, operands_[i].layout);
            tensors_[i].number(i, settings_.threads);
            tensors_[i].place();
            pointers_.push_back(tensors_[i].data());
        }
    }

    /// The context's workspace may have moved since the last run.
    RunOptions options_of_run() {
        RunOptions options;
        options.workspace = context_.workspace(plan_->workspace_bytes());
        return options;
    }

    /// Whether an output is that of one GPU.
    bool compare(const std::string& name, RankTensor& tensor, Results& expected) {
        if (ranks_.ranks() > 1) {
            return is_same(ranks_, context_, tensor, expected.at(name).data());
        }
        tensor.fetch();
        expected[name].assign(tensor.on_host(), tensor.on_host() + tensor.count());
        return true;
    }

    std::vector<double> times() {
        const RunOptions options = options_of_run();
        return RankTimer(settings_.turns, ranks_, context_).run([&] {
            plan_->run(pointers_, options);
        });
    }

    const Settings& settings_;
    const RankProgramCase& given_;
    Communicator& ranks_;
    Context& context_;
    std::vector<NamedDistributedOperand> operands_;
    std::unique_ptr<DistributedProgramPlan> plan_;
    std::vector<RankTensor> tensors_;
    std::vector<void*> pointers_;  ///< to the tensors' parts
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
