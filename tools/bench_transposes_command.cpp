// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/runtime/threads.h"
#include "tools/bench_run.h"
#include "tools/case_file.h"
#include "tools/commands.h"
#include "tools/interrupt.h"
#include "tools/transpose_timing.h"

namespace ttgt::tool {
namespace {

const std::vector<std::string> columns{"id",      "element_bytes", "extents",   "perm",
                                       "device",  "method",        "plan_us",   "predicted_ms",
                                       "time_ms", "gb_s",          "copy_gb_s", "fraction_of_copy",
                                       "check",   "message"};

void measure(Context& context, const TransposeCase& entry, const TimingOptions& options, Row& row) {
    row["element_bytes"] = std::to_string(size_bytes(entry.dtype));
    row["extents"] = fmt::format("{}", fmt::join(entry.extents, ","));
    row["perm"] = fmt::format("{}", fmt::join(entry.perm, ","));
    row["device"] = to_string(context.options().device);
    const TransposeTiming timing =
        time_transpose(context, entry.extents, entry.perm, entry.dtype, options);
    row["method"] = timing.method;
    row["plan_us"] = cell(timing.plan_us);
    row["predicted_ms"] = cell(timing.predicted_ms);
    row["time_ms"] = cell(timing.time_ms);
    row["gb_s"] = cell(timing.gb_s);
    row["copy_gb_s"] = cell(timing.copy_gb_s);
    row["fraction_of_copy"] = cell(timing.gb_s / timing.copy_gb_s);
    row["check"] = timing.check;
}

}  // namespace

void run(const BenchTransposesCommand& command) {
    catch_interrupts(OnInterrupt::finish_row);
    const std::vector<TransposeCase> cases =
        parse_transpose_cases(read_text_file(command.cases.path), command.cases.path);
    const std::vector<std::string> ids = ids_of(cases);
    const std::vector<std::size_t> positions = select(ids, command.cases.only);

    const TimingOptions timing{planning_of(command.measure), command.bench.repeats,
                               command.bench.check};
    ContextOptions options;
    options.device = parse_device(command.bench.device);
    options.threads = command.bench.threads;
    Context context(options);
    RunInfo info;
    info.command_line = command.bench.command_line;
    info.device = options.device;
    info.threads = available_threads(command.bench.threads);
    info.repeats = command.bench.repeats;
    set_ceilings(info, {measure_copy_gb_s(context), {}});
    BenchRun run(command.bench, info, columns);
    run.run(positions, ids, [&](std::size_t position, std::vector<Row>& rows) {
        measure(context, cases[position], timing, rows.front());
    });
}

}  // namespace ttgt::tool
