// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// How long a plan for a GPU takes to make, without a GPU: an H200's tables decide, and what a
// device's libraries prepare is not made. Writes a row for each case: the median, the shortest time
// and the plan, by which two versions of the planner are compared.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/run_main.h"
#include "contraction/cuda/cuda_machine.h"
#include "contraction/plan/explain.h"
#include "contraction/planner/choice.h"
#include "src/core/files/text_file.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/timing.h"
#include "tools/fit/direct_step.h"
#include "tools/io/values.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    std::string only;
    std::string dtype;
    std::string compute = "full";
    int turns = 9;
};

void run(const Settings& settings) {
    const ComputeType compute = tool::parse_compute(settings.compute, "--compute");
    fmt::print("id\tdtype\tplan_us\tshortest_us\tpredicted_ms\tplan\n");
    const std::string text = read_text_file(settings.cases);
    for (const tool::ContractionCase& given : tool::parse_contraction_cases(text, settings.cases)) {
        if (given.id.find(settings.only) == std::string::npos) continue;
        const DType dtype = tool::dtype_of(given, settings.dtype);
        const Problem problem = tool::problem_of(given, dtype, compute);
        std::vector<double> times;
        Candidate chosen;
        for (int turn = 0; turn < settings.turns; ++turn) {
            times.push_back(1e3 * tool::time_ms([&] {
                                // One is made for every contraction.
                                const cuda::CudaMachine machine(cuda::sm_90());
                                const PlanningTask task{problem, unlimited, machine};
                                chosen = choose_plan(task, find_strategy("auto")).plan.chosen;
                            }));
        }
        fmt::print("{}\t{}\t{:.1f}\t{:.1f}\t{:.6g}\t{}\n", given.id, name(dtype),
                   tool::median(times), *std::min_element(times.begin(), times.end()),
                   chosen.predicted_ms, describe(problem, chosen));
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times the planning of contractions for a GPU; none is needed");
    app.add_option("CASES", settings.cases, "contraction case file")->required();
    app.add_option("--only", settings.only, "part of the ids to plan");
    app.add_option("--dtype", settings.dtype, "instead of the case's own");
    app.add_option("--compute", settings.compute, "full, tf32 or tf32x3");
    app.add_option("--turns", settings.turns, "timed plans of each")->check(CLI::PositiveNumber);
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
