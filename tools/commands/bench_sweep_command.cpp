// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <map>
#include <memory>

#include <fmt/format.h>

#include "tools/bench/bench_run.h"
#include "tools/bench/cases/case_list.h"
#include "tools/bench/cases/sweep_cases.h"
#include "tools/bench/contraction/contraction_bench_setup.h"
#include "tools/bench/contraction/contraction_cells.h"
#include "tools/commands/commands.h"
#include "tools/io/interrupt.h"
#include "tools/io/standard_output.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

/// The paper's 150 M float64 or 300 M float32; as many bytes of other dtypes.
std::int64_t volume_of(const BenchSweepCommand& command, DType dtype) {
    constexpr std::int64_t default_bytes = 1'200'000'000;
    constexpr std::int64_t most = 1'000'000'000'000;  // far from the limits of 64 bits
    if (command.volume.empty()) return default_bytes / size_bytes(dtype);
    const std::int64_t volume = parse_count(command.volume, "--volume");
    if (volume > most) {
        throw InvalidArgument(fmt::format("--volume: {} is above {}", volume, most));
    }
    return volume;
}

std::vector<ContractionCase> cases_of(const BenchSweepCommand& command, DType dtype) {
    const BenchSelection& selection = command.selection;
    const Part part = parse_part(selection.part, "--part");
    std::vector<ContractionCase> cases =
        sweep_cases({command.max_rank, volume_of(command, dtype), selection.seed});
    if (selection.sample > 0) {
        cases = sample_of(cases, static_cast<std::size_t>(selection.sample), selection.seed);
    }
    cases = part_of(cases, part);
    if (cases.empty()) {
        throw InvalidArgument("no contraction is left: --volume is too small, or --part too fine");
    }
    return cases;
}

std::map<std::string, std::string> settings_of(const BenchSweepCommand& command, DType dtype) {
    std::map<std::string, std::string> settings = shared_settings(command.bench, command.planning);
    settings["max-rank"] = std::to_string(command.max_rank);
    settings["volume"] = std::to_string(volume_of(command, dtype));
    settings["seed"] = std::to_string(command.selection.seed);
    settings["sample"] = std::to_string(command.selection.sample);
    settings["part"] = command.selection.part;
    settings["dtype"] = command.dtype;
    return settings;
}

/// Sampled elements: the reference would take longer than the rest of the sweep.
void check_samples(reference::CompareOptions& options) {
    options.whole_limit = std::int64_t{1} << 20;
    options.samples = 64;
}

void run_cases(const BenchSweepCommand& command, const std::vector<ContractionCase>& cases,
               DType dtype) {
    ContractionBenchSettings settings = settings_of(command.bench, command.planning);
    check_samples(settings.check_options);
    Context context(context_options_of(command.bench, command.planning));
    const std::unique_ptr<ContractionArena> arena = make_contraction_arena(context);
    BenchRun bench(command.bench,
                   {contraction_columns(settings.against_eigen, settings.against_gemm,
                                        checks_native(settings)),
                    settings.strategies, settings_of(command, dtype)});
    const RunInfo info = run_info_of(command.bench, {dtype}, settings.compute);
    bench.run(info, ids_of(cases),
              [&](std::size_t position, std::vector<Row>& rows, const Say& say) {
                  ContractionBench(context, *arena, settings, cases[position], dtype)
                      .measure(info.ceilings, rows, say);
              });
}

}  // namespace

void run(const BenchSweepCommand& command) {
    catch_interrupts(OnInterrupt::finish_row);
    const DType dtype = parse_numeric_dtype(command.dtype, "--dtype");
    const std::vector<ContractionCase> cases = cases_of(command, dtype);
    if (!command.selection.list) return run_cases(command, cases, dtype);
    print(to_case_file(cases, dtype));
}

}  // namespace ttgt::tool
