// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/device.h>
#include <ttgt/error.h>

#include <memory>
#include <set>

#include "tools/bench_run.h"
#include "tools/case_file.h"
#include "tools/commands.h"
#include "tools/contraction_bench_setup.h"
#include "tools/contraction_cells.h"
#include "tools/interrupt.h"

namespace ttgt::tool {
namespace {

/// The option's, else the case's own, else float64.
DType dtype_of_case(const ContractionCase& entry, const BenchContractionsCommand& command) {
    if (!command.dtype.empty()) return parse_numeric_dtype(command.dtype, "--dtype");
    return entry.dtype.value_or(DType::float64);
}

int calls_together(const BenchContractionsCommand& command) {
    if (command.calls > 1 && parse_device(command.bench.device).kind == Device::Kind::cpu) {
        throw InvalidArgument("--calls: on the device 'cpu' calls are timed one by one");
    }
    return command.calls;
}

}  // namespace

void run(const BenchContractionsCommand& command) {
    catch_interrupts(OnInterrupt::finish_row);
    const std::vector<ContractionCase> cases =
        parse_contraction_cases(read_text_file(command.cases.path), command.cases.path);
    const std::vector<std::string> ids = ids_of(cases);
    const std::vector<std::size_t> positions = select(ids, command.cases.only);
    std::set<DType> dtypes;
    for (const std::size_t position : positions) {
        dtypes.insert(dtype_of_case(cases[position], command));
    }
    ContractionBenchSettings settings = settings_of(command.bench, command.planning);
    settings.overwrite = command.overwrite;
    settings.turns.calls = calls_together(command);
    Context context(context_options_of(command.bench, command.planning));
    const std::unique_ptr<ContractionArena> arena = make_contraction_arena(context);
    RunInfo info = run_info_of(command.bench, dtypes, settings.compute);
    info.calls_together = command.calls;
    BenchRun bench(command.bench, info,
                   contraction_columns(settings.against_eigen, settings.against_gemm),
                   settings.strategies.size());
    bench.run(positions, ids, [&](std::size_t position, std::vector<Row>& rows) {
        const ContractionCase& entry = cases[position];
        ContractionBench(context, *arena, settings, entry, dtype_of_case(entry, command))
            .measure(info.ceilings, rows);
    });
}

}  // namespace ttgt::tool
