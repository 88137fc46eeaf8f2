// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/core/files/text_file.h"
#include "tools/bench/bench_run.h"
#include "tools/bench/blocks/block_bench.h"
#include "tools/bench/contraction/contraction_bench_setup.h"
#include "tools/commands/block_commands.h"
#include "tools/io/errors.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

std::vector<std::string> names_of_cases(const std::vector<BlockCase>& cases) {
    std::vector<std::string> names;
    names.reserve(cases.size());
    for (const BlockCase& its : cases) names.push_back(its.name);
    return names;
}

std::vector<BlockCase> chosen_cases(const BenchContractionsCommand& command,
                                    const std::string& text) {
    std::vector<BlockCase> cases = parse_block_cases(text, command.cases.path);
    if (cases.empty()) throw FileError(command.cases.path, "holds no case");
    std::vector<BlockCase> chosen;
    for (const std::size_t position : select(names_of_cases(cases), command.cases.only)) {
        if (cases[position].is_program) {
            throw FileError(
                command.cases.path,
                fmt::format("{} is a program, which is not timed: choose cases by --only",
                            in_quotes(cases[position].name)));
        }
        chosen.push_back(std::move(cases[position]));
    }
    return chosen;
}

BlockBenchSettings block_settings_of(const BenchContractionsCommand& command) {
    const ContractionBenchSettings shared = settings_of(command.bench, command.planning);
    BlockBenchSettings settings;
    settings.strategies = shared.strategies;
    settings.planning.planning = shared.planning;
    settings.planning.compute = shared.compute;
    settings.repeats = command.bench.repeats;
    return settings;
}

}  // namespace

void bench_blocks(const BenchContractionsCommand& command) {
    const std::string text = read_text_file(command.cases.path);
    const std::vector<BlockCase> cases = chosen_cases(command, text);
    const BlockBenchSettings settings = block_settings_of(command);
    std::set<DType> dtypes;
    for (const BlockCase& its : cases) dtypes.insert(its.dtype);
    std::map<std::string, std::string> shared = shared_settings(command.bench, command.planning);
    shared["blocks"] = command.cases.path;
    shared["blocks-checksum"] = checksum(text);
    shared["only"] = command.cases.only;
    Context context(context_options_of(command.bench, command.planning));
    BenchRun bench(command.bench, {block_columns(), settings.strategies, std::move(shared)});
    const RunInfo info = run_info_of(command.bench, dtypes, settings.planning.compute);
    bench.run(info, names_of_cases(cases),
              [&](std::size_t position, std::vector<Row>& rows, const Say& say) {
                  BlockBench(context, settings, cases[position]).measure(info.ceilings, rows, say);
              });
}

}  // namespace ttgt::tool
