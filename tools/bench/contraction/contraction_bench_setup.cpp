// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/contraction/contraction_bench_setup.h"

#include <ttgt/error.h>

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "contraction/planner/strategy.h"
#include "src/runtime/threads.h"
#include "tools/bench/bench_run.h"
#include "tools/io/errors.h"
#include "tools/io/interrupt.h"
#include "tools/io/progress.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

void check_strategies(const std::vector<std::string>& names) {
    std::set<std::string> seen;
    for (const std::string& name : names) {
        (void)find_strategy(name);
        if (!seen.insert(name).second) {
            throw InvalidArgument(fmt::format("--strategy: {} is named twice", in_quotes(name)));
        }
    }
}

reference::CompareOptions check_options_for(const Device& device) {
    return device.kind == Device::Kind::cuda ? sampled_check() : reference::CompareOptions{};
}

void check_rivals(const ContractionBenchSettings& settings, const Device& device) {
    if (settings.against_eigen && device.kind == Device::Kind::cuda) {
        throw InvalidArgument(
            fmt::format("--against eigen: the reference runs on the device 'cpu' only, not on '{}'",
                        to_string(device)));
    }
}

}  // namespace

reference::CompareOptions sampled_check() {
    reference::CompareOptions options;
    options.whole_limit = std::int64_t{1} << 20;
    options.sample_work = std::int64_t{1} << 21;
    return options;
}

ContractionBenchSettings settings_of(const BenchOptions& bench, const BenchPlanning& planning) {
    check_strategies(planning.strategies);
    const auto is_rival = [&](const char* name) {
        return std::find(planning.against.begin(), planning.against.end(), name) !=
               planning.against.end();
    };
    const Device device = parse_device(bench.device);
    ContractionBenchSettings settings;
    settings.strategies = planning.strategies;
    settings.planning = planning_of(planning.measure);
    settings.generated_kernels = planning.generated;
    settings.search_seconds = planning.search_seconds;
    settings.compute = parse_compute(planning.compute, "--compute");
    settings.turns.count = bench.repeats;
    settings.check = bench.check;
    settings.check_options = check_options_for(device);
    settings.against_eigen = is_rival("eigen");
    settings.against_gemm = is_rival("gemm");
    check_rivals(settings, device);
    return settings;
}

ContextOptions context_options_of(const BenchOptions& bench, const BenchPlanning& planning) {
    ContextOptions options = context_options_of(bench);
    options.workspace_limit = parse_size(planning.workspace_limit, "--workspace-limit");
    return options;
}

std::map<std::string, std::string> shared_settings(const BenchOptions& bench,
                                                   const BenchPlanning& planning) {
    std::map<std::string, std::string> settings = settings_of(bench);
    settings["strategy"] = fmt::format("{}", fmt::join(planning.strategies, ","));
    settings["against"] = fmt::format("{}", fmt::join(planning.against, ","));
    settings["workspace-limit"] = planning.workspace_limit;
    settings["compute"] = planning.compute;
    settings["measure"] = planning.measure ? "yes" : "no";
    settings["generated"] = planning.generated ? "yes" : "no";
    return settings;
}

RunInfo run_info_of(const BenchOptions& bench, const std::set<DType>& dtypes, ComputeType compute) {
    RunInfo info;
    info.command_line = bench.command_line;
    info.device = parse_device(bench.device);
    info.threads = available_threads(bench.threads);
    info.repeats = bench.repeats;
    Progress progress(bench.quiet);
    progress.stage("measuring what the machine reaches", 0);
    // One of its own: the benchmark's workspace limit does not bind it.
    Context context(context_options_of(bench));
    Ceilings measured;
    measured.copy_gb_s = measure_copy_gb_s(context);
    for (const DType dtype : dtypes) {
        throw_if_interrupted();
        measured.gemm_gflops[dtype] = measure_gemm_gflops(context, dtype, compute);
    }
    set_ceilings(info, measured);
    return info;
}

}  // namespace ttgt::tool
