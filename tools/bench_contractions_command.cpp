// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "src/runtime/threads.h"
#include "tools/bench_run.h"
#include "tools/case_file.h"
#include "tools/commands.h"
#include "tools/contraction_bench.h"
#include "tools/interrupt.h"

namespace ttgt::tool {
namespace {

std::vector<std::string> columns(const BenchContractionsCommand& command) {
    std::vector<std::string> names{"id",
                                   "expression",
                                   "extents",
                                   "dtype",
                                   "device",
                                   "strategy",
                                   "m",
                                   "n",
                                   "k",
                                   "batch",
                                   "flops",
                                   "bytes",
                                   "ai",
                                   "plan_us",
                                   "workspace_bytes",
                                   "predicted_ms",
                                   "time_ms",
                                   "gflops",
                                   "gemm_ms",
                                   "transpose_l_ms",
                                   "transpose_r_ms",
                                   "transpose_d_in_ms",
                                   "transpose_d_out_ms",
                                   "other_ms",
                                   "overhead",
                                   "roofline_fraction",
                                   "check",
                                   "error"};
    if (!command.against.empty()) names.push_back("eigen_ms");
    names.push_back("message");
    return names;
}

/// The option's, else the case's own, else float64.
DType dtype_of_case(const ContractionCase& entry, const BenchContractionsCommand& command) {
    if (!command.dtype.empty()) return parse_numeric_dtype(command.dtype, "--dtype");
    return entry.dtype.value_or(DType::float64);
}

Ceilings measure_ceilings(const BenchContractionsCommand& command,
                          const std::vector<ContractionCase>& cases,
                          const std::vector<std::size_t>& positions) {
    std::set<DType> dtypes;
    for (const std::size_t position : positions) {
        dtypes.insert(dtype_of_case(cases[position], command));
    }
    Progress progress(command.bench.quiet);
    progress.stage("measuring what the machine reaches", 0);
    ContextOptions options;
    options.device = parse_device(command.bench.device);
    options.threads = command.bench.threads;
    Context context(options);  // its own: the benchmark's workspace limit does not bind it
    Ceilings ceilings;
    ceilings.copy_gb_s = measure_copy_gb_s(command.bench.threads);
    for (const DType dtype : dtypes) {
        throw_if_interrupted();
        ceilings.gemm_gflops[dtype] = measure_gemm_gflops(context, dtype);
    }
    return ceilings;
}

}  // namespace

void run(const BenchContractionsCommand& command) {
    catch_interrupts(OnInterrupt::finish_row);
    const std::vector<ContractionCase> cases =
        parse_contraction_cases(read_text_file(command.bench.cases), command.bench.cases);
    const std::vector<std::string> ids = ids_of(cases);
    const std::vector<std::size_t> positions = select(ids, command.bench.only);

    ContextOptions options;
    options.device = parse_device(command.bench.device);
    options.threads = command.bench.threads;
    options.workspace_limit = parse_size(command.workspace_limit, "--workspace-limit");
    Context context(options);
    const ContractionBenchSettings settings{command.strategy, command.bench.repeats,
                                            command.bench.check, command.overwrite,
                                            command.against == "eigen"};
    RunInfo info;
    info.command_line = command.bench.command_line;
    info.device = options.device;
    info.threads = available_threads(command.bench.threads);
    info.repeats = command.bench.repeats;
    info.ceilings = measure_ceilings(command, cases, positions);
    const Ceilings& ceilings = info.ceilings;
    BenchRun bench(command.bench, info, columns(command));
    bench.run(positions, ids, [&](std::size_t position, Row& row) {
        const ContractionCase& entry = cases[position];
        ContractionBench(context, settings, entry, dtype_of_case(entry, command))
            .measure(ceilings, row);
    });
}

}  // namespace ttgt::tool
