// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/device.h>
#include <ttgt/error.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "src/core/files/text_file.h"
#include "tools/bench/bench_run.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/contraction/contraction_bench_setup.h"
#include "tools/bench/contraction/contraction_cells.h"
#include "tools/bench/contraction/tiled_bench_setup.h"
#include "tools/commands/block_commands.h"
#include "tools/commands/commands.h"
#include "tools/io/errors.h"
#include "tools/io/interrupt.h"

namespace ttgt::tool {
namespace {

int calls_together(const BenchContractionsCommand& command) {
    if (command.calls > 1 && parse_device(command.bench.device).kind == Device::Kind::cpu) {
        throw InvalidArgument("--calls: on the device 'cpu' calls are timed one by one");
    }
    return command.calls;
}

std::map<std::string, std::string> settings_of(const BenchContractionsCommand& command,
                                               const std::string& text) {
    std::map<std::string, std::string> settings = shared_settings(command.bench, command.planning);
    settings["cases"] = command.cases.path;
    settings["cases-checksum"] = checksum(text);
    settings["only"] = command.cases.only;
    settings["dtype"] = command.dtype;
    settings["calls"] = std::to_string(command.calls);
    settings["overwrite"] = command.overwrite ? "yes" : "no";
    settings["devices"] = command.devices;
    settings["memory"] = command.memory;
    return settings;
}

std::vector<ContractionCase> cases_of(const BenchContractionsCommand& command,
                                      const std::string& text) {
    std::vector<ContractionCase> cases = parse_contraction_cases(text, command.cases.path);
    if (cases.empty()) throw FileError(command.cases.path, "holds no case");
    std::vector<ContractionCase> chosen;
    for (const std::size_t position : select(ids_of(cases), command.cases.only)) {
        chosen.push_back(std::move(cases[position]));
    }
    return chosen;
}

std::set<DType> dtypes_of(const std::vector<ContractionCase>& cases,
                          const BenchContractionsCommand& command) {
    std::set<DType> dtypes;
    for (const ContractionCase& entry : cases) dtypes.insert(dtype_of(entry, command.dtype));
    return dtypes;
}

/// The devices share tensors in host memory.
void run_on_devices(const BenchContractionsCommand& command,
                    const std::vector<ContractionCase>& cases, const std::string& text) {
    const std::set<DType> dtypes = dtypes_of(cases, command);
    TiledBenchSettings settings =
        tiled_settings_of(command.bench, command.planning, command.devices, command.memory);
    settings.overwrite = command.overwrite;
    Context context(context_options_of(command.bench));
    BenchRun bench(command.bench,
                   {tiled_columns(), {settings.planning.strategy}, settings_of(command, text)});
    const RunInfo info = tiled_run_info_of(command.bench, dtypes, settings.planning);
    bench.run(info, ids_of(cases),
              [&](std::size_t position, std::vector<Row>& rows, const Say& say) {
                  const ContractionCase& entry = cases[position];
                  TiledBench(context, settings, entry, dtype_of(entry, command.dtype))
                      .measure(info, rows.front(), say);
              });
}

}  // namespace

void run(const BenchContractionsCommand& command) {
    catch_interrupts(OnInterrupt::finish_row);
    if (command.blocks) return bench_blocks(command);
    const std::string text = read_text_file(command.cases.path);
    const std::vector<ContractionCase> cases = cases_of(command, text);
    if (!command.devices.empty()) return run_on_devices(command, cases, text);
    const std::set<DType> dtypes = dtypes_of(cases, command);
    ContractionBenchSettings settings = settings_of(command.bench, command.planning);
    settings.overwrite = command.overwrite;
    settings.turns.calls = calls_together(command);
    Context context(context_options_of(command.bench, command.planning));
    const std::unique_ptr<ContractionArena> arena = make_contraction_arena(context);
    BenchRun bench(command.bench,
                   {contraction_columns(settings.against_eigen, settings.against_gemm,
                                        checks_native(settings)),
                    settings.strategies, settings_of(command, text)});
    RunInfo info = run_info_of(command.bench, dtypes, settings.compute);
    info.calls_together = command.calls;
    bench.run(info, ids_of(cases),
              [&](std::size_t position, std::vector<Row>& rows, const Say& say) {
                  const ContractionCase& entry = cases[position];
                  ContractionBench(context, *arena, settings, entry, dtype_of(entry, command.dtype))
                      .measure(info.ceilings, rows, say);
              });
}

}  // namespace ttgt::tool
