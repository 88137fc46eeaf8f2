// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <map>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/core/files/text_file.h"
#include "src/runtime/threads.h"
#include "tools/bench/bench_run.h"
#include "tools/bench/cases/case_list.h"
#include "tools/bench/cases/transpose_sets.h"
#include "tools/bench/transpose/transpose_timing.h"
#include "tools/commands/commands.h"
#include "tools/io/errors.h"
#include "tools/io/interrupt.h"
#include "tools/io/standard_output.h"

namespace ttgt::tool {
namespace {

std::vector<std::string> columns_of(const BenchTransposesCommand& command) {
    std::vector<std::string> columns{"id",    "element_bytes", "extents", "perm",
                                     "array", "beta",          "device",  "method"};
    if (command.all_candidates) columns.emplace_back("parameters");
    for (const char* const column :
         {"plan_us", "predicted_ms", "time_ms", "gb_s", "copy_gb_s", "fraction_of_copy"}) {
        columns.emplace_back(column);
    }
    if (command.all_candidates) columns.emplace_back("chosen");
    columns.emplace_back("check");
    columns.emplace_back("message");
    return columns;
}

/// The text of the case file; empty where the cases are those of a set.
std::string case_text(const BenchTransposesCommand& command) {
    if (command.set.empty() == command.cases.path.empty()) {
        throw InvalidArgument("either a case file is needed, or --set");
    }
    return command.set.empty() ? read_text_file(command.cases.path) : std::string();
}

std::vector<TransposeCase> all_cases(const BenchTransposesCommand& command,
                                     const std::string& text) {
    if (command.set.empty()) {
        std::vector<TransposeCase> cases = parse_transpose_cases(text, command.cases.path);
        if (cases.empty()) throw FileError(command.cases.path, "holds no case");
        return cases;
    }
    TransposeSetOptions options;
    options.element_bytes = command.element_bytes;
    options.seed = command.selection.seed;
    if (!command.volume.empty()) options.volume = parse_count(command.volume, "--volume");
    return transpose_set(command.set, options);
}

std::vector<TransposeCase> cases_of(const BenchTransposesCommand& command,
                                    const std::string& text) {
    const BenchSelection& selection = command.selection;
    const Part part = parse_part(selection.part, "--part");
    std::vector<TransposeCase> cases = all_cases(command, text);
    std::vector<TransposeCase> chosen;
    for (const std::size_t position : select(ids_of(cases), command.cases.only)) {
        chosen.push_back(std::move(cases[position]));
    }
    if (selection.sample > 0) {
        chosen = sample_of(chosen, static_cast<std::size_t>(selection.sample), selection.seed);
    }
    chosen = part_of(chosen, part);
    if (chosen.empty()) throw InvalidArgument("no transpose is left: --part is too fine");
    return chosen;
}

std::map<std::string, std::string> settings_of(const BenchTransposesCommand& command,
                                               const std::string& text) {
    std::map<std::string, std::string> settings = settings_of(command.bench);
    settings["cases"] = command.cases.path;
    settings["cases-checksum"] = checksum(text);
    settings["set"] = command.set;
    settings["element-bytes"] = std::to_string(command.element_bytes);
    settings["volume"] = command.volume;
    settings["only"] = command.cases.only;
    settings["seed"] = std::to_string(command.selection.seed);
    settings["sample"] = std::to_string(command.selection.sample);
    settings["part"] = command.selection.part;
    settings["accumulate"] = command.accumulate ? "yes" : "no";
    settings["measure"] = command.measure ? "yes" : "no";
    return settings;
}

/// The cells of a case that do not depend on how it is done.
Row row_of(const TransposeCase& entry, const BenchTransposesCommand& command,
           const Device& device) {
    Row row{{"id", entry.id}};
    row["element_bytes"] = std::to_string(size_bytes(entry.dtype));
    row["extents"] = fmt::format("{}", fmt::join(entry.extents, ","));
    row["perm"] = fmt::format("{}", fmt::join(entry.perm, ","));
    row["array"] = fmt::format("{}", fmt::join(entry.array, ","));
    row["beta"] = std::string(command.accumulate ? "1" : "0");
    row["device"] = to_string(device);
    return row;
}

void fill(Row& row, const TransposeTiming& timing) {
    row["method"] = timing.method;
    row["plan_us"] = cell(timing.plan_us);
    row["predicted_ms"] = cell(timing.predicted_ms);
    row["time_ms"] = cell(timing.time_ms);
    row["check"] = timing.check;
    if (!timing.moves) return;
    row["gb_s"] = cell(timing.gb_s);
    row["copy_gb_s"] = cell(timing.copy_gb_s);
    row["fraction_of_copy"] = cell(timing.gb_s / timing.copy_gb_s);
}

class TransposeBench {
public:
    TransposeBench(const BenchTransposesCommand& command, Context& context)
        : command_(command), context_(context), arena_(make_transpose_arena(context)) {}

    void measure(const TransposeCase& entry, std::vector<Row>& rows, const Say& say) const {
        const TimingOptions timing{planning_of(command_.measure), command_.bench.repeats,
                                   command_.bench.check, say};
        rows.front() = row_of(entry, command_, context_.options().device);
        const TransposeTask task = task_of(entry, command_.accumulate);
        if (!command_.all_candidates) {
            fill(rows.front(), time_transpose(context_, *arena_, task, timing));
            return;
        }
        const std::vector<TransposeTiming> candidates =
            time_candidates(context_, *arena_, task, timing);
        rows.assign(candidates.size(), rows.front());
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            fill(rows[i], candidates[i]);
            rows[i]["parameters"] = candidates[i].parameters;
            rows[i]["chosen"] = candidates[i].chosen ? "yes" : "no";
        }
    }

private:
    const BenchTransposesCommand& command_;
    Context& context_;
    std::unique_ptr<TransposeArena> arena_;
};

RunInfo run_info_of(const BenchTransposesCommand& command, const Context& context) {
    RunInfo info;
    info.command_line = command.bench.command_line;
    info.device = context.options().device;
    info.threads = available_threads(command.bench.threads);
    info.repeats = command.bench.repeats;
    Progress progress(command.bench.quiet);
    progress.stage("measuring what the machine reaches", 0);
    set_ceilings(info, {measure_copy_gb_s(context), {}});
    return info;
}

void run_cases(const BenchTransposesCommand& command, const std::vector<TransposeCase>& cases,
               const std::string& text) {
    Context context(context_options_of(command.bench));
    BenchRun bench(command.bench, {columns_of(command), {""}, settings_of(command, text)});
    const TransposeBench transposes(command, context);
    bench.run(run_info_of(command, context), ids_of(cases),
              [&](std::size_t position, std::vector<Row>& rows, const Say& say) {
                  transposes.measure(cases[position], rows, say);
              });
}

}  // namespace

void run(const BenchTransposesCommand& command) {
    catch_interrupts(OnInterrupt::finish_row);
    if (command.all_candidates && command.bench.resume) {
        throw InvalidArgument("--resume needs one row a case, --all-candidates writes many");
    }
    const std::string text = case_text(command);
    const std::vector<TransposeCase> cases = cases_of(command, text);
    if (!command.selection.list) return run_cases(command, cases, text);
    print(to_case_file(cases));
}

}  // namespace ttgt::tool
