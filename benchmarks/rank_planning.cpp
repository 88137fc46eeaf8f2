// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// How long programs over ranks take to plan. Start it by mpirun, one thread a rank. All operands
// are spread evenly. Writes a row for each case; --explain writes the plans themselves, with which
// two versions of the planner are compared. With --alone it needs no mpirun: this process does what
// a rank does before the steps are planned together, the choice of paths and distributions.
#include <ttgt/distributed_program.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/rank_program_cases.h"
#include "benchmarks/support/run_main.h"
#include "distributed/program/rank_program.h"
#include "distributed/program/temporary_distributions.h"
#include "distributed/run/agreement.h"
#include "tools/bench/timing.h"
#include "tools/io/values.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    int turns = 5;
    int alone = 0;  ///< ranks that are planned for without them; 0: all processes plan together
    bool explains = false;
};

void print_row(const RankProgramCase& given, int ranks, std::size_t steps,
               const std::vector<double>& times) {
    fmt::print("{}\t{}\t{}\t{:.1f}\t{:.1f}\t{:.1f}\n", given.id, ranks, steps, tool::median(times),
               *std::min_element(times.begin(), times.end()),
               *std::max_element(times.begin(), times.end()));
    std::fflush(stdout);
}

/// How many steps the description of a plan has: each has a line that begins so.
std::size_t steps_in(const std::string& text) {
    std::size_t steps = 0;
    for (const std::string_view line : tool::split(text, '\n')) {
        if (line.starts_with("chosen: ")) ++steps;
    }
    return steps;
}

void measure(const RankProgramCase& given, const Settings& settings, Communicator& ranks,
             Context& context) {
    const std::vector<NamedDistributedOperand> operands = operands_of(given, ranks.ranks());
    DistributedOptions options;
    options.rates = RankRates();  // the same plan in every run
    std::vector<double> times;
    std::string text;
    for (int turn = 0; turn <= settings.turns; ++turn) {
        (void)largest(*ranks.transport(), 0);
        const double ms = tool::time_ms([&] {
            text = plan_program(ranks, context, given.program, operands, options).explain();
        });
        const double most = largest(*ranks.transport(), ms);
        if (turn > 0) times.push_back(most);
    }
    if (ranks.rank() > 0) return;
    if (settings.explains) fmt::print("{}", text);
    print_row(given, ranks.ranks(), steps_in(text), times);
}

void choose_alone(const RankProgramCase& given, const Settings& settings) {
    std::vector<std::string> names;
    std::vector<DistributedLayout> layouts;
    for (const NamedDistributedOperand& operand : operands_of(given, settings.alone)) {
        names.push_back(operand.name);
        layouts.push_back(operand.layout);
    }
    const RankRates rates;
    const DistributedOptions options;
    const RankProgram program = rank_program(given.program, names, layouts, settings.alone);
    std::size_t steps = 0;
    std::vector<double> times;
    for (int turn = 0; turn <= settings.turns; ++turn) {
        const double ms = tool::time_ms([&] {
            RankProgram chosen = in_steps(program, rates, settings.alone, Minimize::time);
            ProgramPrices prices(options, rates, settings.alone, true);
            choose_distributions(chosen, prices, settings.alone);
            steps = chosen.program.sums.size();
        });
        if (turn > 0) times.push_back(ms);
    }
    print_row(given, settings.alone, steps, times);
}

void run(const Settings& settings) {
    const char* const header = "id\tranks\tsteps\tplan_ms\tleast_ms\tmost_ms\n";
    if (settings.alone > 0) {
        fmt::print("{}", header);
        for (const RankProgramCase& given : read_rank_programs(settings.cases)) {
            choose_alone(given, settings);
        }
        return;
    }
    Communicator ranks = Communicator::world();
    Context context;
    if (ranks.rank() == 0) fmt::print("{}", header);
    for (const RankProgramCase& given : read_rank_programs(settings.cases)) {
        measure(given, settings, ranks, context);
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("How long programs over ranks take to plan", "bench_rank_planning");
    app.add_option("cases", settings.cases, "case file")->required();
    app.add_option("--turns", settings.turns, "timed plans of each case");
    app.add_option("--alone", settings.alone, "choose for so many ranks in this process alone");
    app.add_flag("--explain", settings.explains, "print the plans");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
