// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <string>

#include "tools/bench/cases/transpose_sets.h"
#include "tools/commands/command_options.h"
#include "tools/commands/commands.h"
#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

void add_case_file(CLI::App& app, CaseFileChoice& cases) {
    app.add_option("CASES", cases.path, "case file, tab-separated")->required();
    app.add_option("--only", cases.only, "regular expression; ids it is found in are run");
}

void add_bench_options(CLI::App& app, BenchOptions& bench) {
    app.add_option("--out", bench.out,
                   "folder for results.tsv and run.json; one that holds those of an earlier run is "
                   "refused without --resume or --replace")
        ->capture_default_str();
    CLI::Option* const resume =
        app.add_flag("--resume", bench.resume, "keep the rows that --out holds of the same run");
    app.add_flag("--replace", bench.replace,
                 "begin anew where --out holds a run; its figures and report.html go too")
        ->excludes(resume);
    app.add_option("--stop-after", bench.stop_after,
                   "begin no case after that many seconds; --resume goes on; 0: run all")
        ->check(seconds())
        ->capture_default_str();
    app.add_flag("--quiet", bench.quiet, "no progress and no table on the terminal");
    add_repeats(app, bench);
    add_run_options(app, bench);
}

void add_check(CLI::App& app, BenchOptions& bench) {
    app.add_flag("--check", bench.check, "check every result before timing");
}

void add_planning(CLI::App& app, BenchPlanning& planning) {
    app.add_option("--strategy", planning.strategies,
                   "how to choose a plan; several take turns: classic,auto")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->capture_default_str();
    app.add_option("--workspace-limit", planning.workspace_limit,
                   "most scratch memory: 0, 64MiB, 1GiB, unlimited")
        ->capture_default_str();
    add_compute(app, planning);
    add_measure(app, planning);
    add_generated(app, planning);
    app.add_option("--against", planning.against,
                   "also time the reference (eigen), the bare matrix product (gemm), or eigen,gemm")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember({"eigen", "gemm"}));
}

void add_bench_devices(CLI::App& app, BenchContractionsCommand& command) {
    CLI::Option* const devices =
        add_devices(app, command.devices,
                    "such as cuda:0,cuda:1, in place of --device: tensors in host memory, which "
                    "they share tile by tile")
            ->excludes("--calls")
            ->excludes("--against");
    app.add_option("--memory", command.memory,
                   "of those tensors: page-locked or pageable; default page-locked where a CUDA "
                   "device is among the devices")
        ->check(CLI::IsMember({"page-locked", "pageable"}))
        ->needs(devices);
}

void add_contractions(CLI::App& bench, Task& task, const std::vector<std::string>& arguments) {
    const auto [app, command] = add_command<BenchContractionsCommand>(
        bench, task, "contractions", "Lines: id, expression, extents such as a:24,b:16, dtype");
    add_case_file(*app, command->cases);
    add_bench_options(*app, command->bench);
    add_check(*app, command->bench);
    app->add_option("--dtype", command->dtype,
                    "instead of the case's own (float64 where it has none)");
    app->add_option("--calls", command->calls,
                    "calls timed together, back to back: for calls that are shorter than timing "
                    "one takes; CUDA devices only")
        ->check(integer_in(1, 1000))
        ->capture_default_str();
    app->add_flag("--overwrite", command->overwrite, "time += and -= with beta = 0");
    add_planning(*app, command->planning);
    add_bench_devices(*app, *command);
    CLI::Option* const blocks = app->add_flag(
        "--blocks", command->blocks,
        "CASES are contractions of tensors of blocks; the numbers that they state are checked");
    for (const char* const dense : {"--check", "--dtype", "--calls", "--overwrite", "--against",
                                    "--measure", "--generated", "--devices"}) {
        blocks->excludes(dense);
    }
    command->bench.command_line = arguments;
}

void add_selection(CLI::App& app, BenchSelection& selection) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    app.add_option("--seed", selection.seed, "of the draws")
        ->check(integer_in(0, most))
        ->capture_default_str();
    app.add_option("--sample", selection.sample, "only that many, drawn at random; 0: all")
        ->check(integer_in(0, most))
        ->capture_default_str();
    app.add_option("--part", selection.part, "I/N: the I-th of N parts, which share nothing")
        ->capture_default_str();
    app.add_flag("--list", selection.list, "print the cases as a case file instead");
}

void add_sweep_cases(CLI::App& app, BenchSweepCommand& command) {
    app.add_option("--max-rank", command.max_rank, "of the three tensors, 2 to 8")
        ->check(integer_in(2, 8))
        ->capture_default_str();
    app.add_option("--volume", command.volume,
                   "most elements of a tensor, such as 1M; default 150M of float64, 300M of "
                   "float32, in bytes the same");
    app.add_option("--dtype", command.dtype,
                   "float16, bfloat16, float32, float64, complex64 or complex128")
        ->capture_default_str();
}

void add_sweep(CLI::App& bench, Task& task, const std::vector<std::string>& arguments) {
    const auto [app, command] = add_command<BenchSweepCommand>(
        bench, task, "sweep", "Random contractions of all ranks, as in the cuTT paper");
    command->bench.check = true;
    add_sweep_cases(*app, *command);
    add_selection(*app, command->selection);
    add_bench_options(*app, command->bench);
    app->add_flag("--check,!--no-check", command->bench.check,
                  "check sampled elements of every result before timing (default)");
    add_planning(*app, command->planning);
    command->bench.command_line = arguments;
}

void add_transpose_set(CLI::App& app, BenchTransposesCommand& command) {
    app.add_option("--set", command.set, "instead of a file: drawn transposes of this kind")
        ->check(CLI::IsMember(transpose_set_names()));
    app.add_option("--element-bytes", command.element_bytes, "of a set: 1, 2, 4, 8 or 16")
        ->capture_default_str();
    app.add_option("--volume", command.volume,
                   "of a set: elements of a tensor, about, such as 100M; default 200M, or 50M");
}

void add_transposes(CLI::App& bench, Task& task, const std::vector<std::string>& arguments) {
    const auto [app, command] = add_command<BenchTransposesCommand>(
        bench, task, "transposes",
        "Of a case file (lines: id, element_bytes, extents, perm, and perhaps array), or of a set");
    app->add_option("CASES", command->cases.path, "case file, tab-separated");
    add_transpose_set(*app, *command);
    add_selection(*app, command->selection);
    app->add_option("--only", command->cases.only,
                    "regular expression; ids it is found in are run");
    add_bench_options(*app, command->bench);
    add_check(*app, command->bench);
    app->add_flag("--accumulate", command->accumulate,
                  "add to the output: three times the volume is moved; 4- or 8-byte numbers");
    CLI::Option* const measure =
        app->add_flag("--all-candidates", command->all_candidates,
                      "time every candidate of the planner, a row each; in turns");
    add_measure(*app, *command);
    measure->excludes("--measure");
    command->bench.command_line = arguments;
}

}  // namespace

void add_bench(CLI::App& parent, Task& task, const std::vector<std::string>& arguments) {
    CLI::App* const bench = parent.add_subcommand("bench", "Time many cases");
    add_contractions(*bench, task, arguments);
    add_sweep(*bench, task, arguments);
    add_transposes(*bench, task, arguments);
}

}  // namespace ttgt::tool
