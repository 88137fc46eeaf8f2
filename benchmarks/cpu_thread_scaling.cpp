// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Contractions on 1, 2, 4, ... threads, beside the bare matrix product of the same m, n, k on all
// threads of the same BLAS, the faster of C and its mirror image. Every result is verified before
// it is timed. Each number of threads is timed in one go, and the product after a rest: the idle
// threads of OpenMP and of a BLAS spin for a while and would slow down whoever comes next. The
// summary has the geometric means and the worst rows. LD_LIBRARY_PATH chooses the BLAS.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/cpu_case.h"
#include "benchmarks/support/run_main.h"
#include "src/core/files/text_file.h"
#include "src/gemm/blas_library.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/contraction/gemm_reference.h"
#include "tools/bench/results/run_info.h"
#include "tools/bench/timing.h"
#include "tools/io/values.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    std::string only;
    std::string dtype = "float64";
    std::string strategy = "auto";
    std::string info;
    std::vector<int> threads{1, 2, 4, 8, 16};
    int turns = 7;
    int rounds = 2;
    int rest_ms = 60;
};

constexpr int untimed = 3;

/// One number of threads on one contraction.
struct Timing {
    double ms = 1e300;
    double products = 0;  ///< share of the time in GEMM and Direct steps, by a profile
};

/// Milliseconds of repeated calls: the median after some that are not timed.
template <class Work>
double median_of(int turns, const Work& work) {
    for (int turn = 1; turn < untimed; ++turn) work();
    return tool::median_ms(turns, work);
}

/// Times the plan on so many threads.
Timing time_contraction(CpuCase& given, int threads, const Settings& settings, bool checks) {
    const CpuCase::Planned planned = given.plan(threads, settings.strategy);
    const auto work = [&] { planned.run(); };
    work();
    if (checks) given.check();
    const double ms = median_of(settings.turns, work);
    const Report report = planned.profile();
    return {ms, report.gemm_ms / report.total_ms};
}

double gemm_ms(const CpuCase& given, int threads, const Settings& settings) {
    const auto products = tool::make_host_gemm_reference(given.sizes(), given.dtype(),
                                                         tool::ProductUpdate::assign, threads);
    const auto ms = [&](tool::ProductWay way) {
        return median_of(settings.turns, [&] { products->multiply(way); });
    };
    return std::min(ms(tool::ProductWay::straight), ms(tool::ProductWay::mirrored));
}

/// What each number of threads reached over all rows.
struct Summary {
    double log_gflops = 0;
    double log_of_gemm = 0;
    double worst_of_gemm = 1e300;
    std::string worst;
    double slowest_step = 1e300;  ///< least of GFLOP/s over those of the next smaller number
    std::string slowest;
    int rows = 0;

    void add(const std::string& id, double gflops, double gemm_gflops, double fewer_gflops) {
        ++rows;
        log_gflops += std::log(gflops);
        log_of_gemm += std::log(gflops / gemm_gflops);
        if (gflops / gemm_gflops < worst_of_gemm) {
            worst_of_gemm = gflops / gemm_gflops;
            worst = id;
        }
        if (fewer_gflops > 0 && gflops / fewer_gflops < slowest_step) {
            slowest_step = gflops / fewer_gflops;
            slowest = id;
        }
    }

    [[nodiscard]] std::string text(int threads) const {
        std::string line = fmt::format(
            "# {} threads: {:.1f} GFLOP/s, {:.3f} of the bare GEMM in the geometric mean of {} "
            "rows, worst {:.3f} ({})",
            threads, std::exp(log_gflops / rows), std::exp(log_of_gemm / rows), rows, worst_of_gemm,
            worst);
        if (!slowest.empty()) {
            line += fmt::format("; over the best of fewer threads at least {:.3f} ({})",
                                slowest_step, slowest);
        }
        return line;
    }
};

void rest(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

/// The best of some rounds: a system may put two threads of a team on one core, and leave them.
void measure(CpuCase& given, const Settings& settings, std::map<int, Summary>& summaries) {
    std::map<int, Timing> timings;
    const int all = *std::max_element(settings.threads.begin(), settings.threads.end());
    double gemm_ms = 1e300;
    for (int round = 0; round < settings.rounds; ++round) {
        for (const int threads : settings.threads) {
            const Timing timing = time_contraction(given, threads, settings, round == 0);
            if (timing.ms < timings[threads].ms) timings[threads] = timing;
        }
        rest(settings.rest_ms);
        gemm_ms = std::min(gemm_ms, bench::gemm_ms(given, all, settings));
        rest(settings.rest_ms);
    }
    const double gemm = given.gflops(gemm_ms);
    double fewer = 0;
    for (const auto& [threads, timing] : timings) {
        const double gflops = given.gflops(timing.ms);
        fmt::print("{}\t{}\t{}\t{}\t{:.5g}\t{:.4g}\t{:.4g}\t{:.3f}\t{:.2f}\n", given.id(),
                   settings.dtype, describe(blas_library()), threads, timing.ms, gflops, gemm,
                   gflops / gemm, timing.products);
        summaries[threads].add(given.id(), gflops, gemm, fewer);
        fewer = std::max(fewer, gflops);
    }
    std::fflush(stdout);
}

void write_info(const Settings& settings, std::int64_t rows) {
    if (settings.info.empty()) return;
    tool::RunInfo info;
    info.command_line = {"bench_cpu_thread_scaling", settings.cases, "--dtype", settings.dtype};
    info.threads = *std::max_element(settings.threads.begin(), settings.threads.end());
    info.repeats = settings.turns;
    info.cases = info.rows = rows;
    std::ofstream(settings.info) << tool::to_json(info);
}

void run(const Settings& settings) {
    const DType dtype = tool::parse_numeric_dtype(settings.dtype, "--dtype");
    fmt::print("id\tdtype\tblas\tthreads\tms\tgflops\tgemm_gflops\tof_gemm\tproducts\n");
    std::map<int, Summary> summaries;
    const std::string text = read_text_file(settings.cases);
    for (const tool::ContractionCase& row : tool::parse_contraction_cases(text, settings.cases)) {
        if (row.id.find(settings.only) == std::string::npos) continue;
        CpuCase given(row, dtype);
        measure(given, settings, summaries);
    }
    for (const auto& [threads, summary] : summaries) fmt::print("{}\n", summary.text(threads));
    write_info(settings, summaries.empty() ? 0 : summaries.begin()->second.rows);
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times contractions on several numbers of threads beside the bare matrix product");
    app.add_option("CASES", settings.cases, "contraction case file")->required();
    app.add_option("--only", settings.only, "part of the ids to run");
    app.add_option("--dtype", settings.dtype, "of all operands, whatever the file says");
    app.add_option("--strategy", settings.strategy);
    app.add_option("--threads", settings.threads, "numbers of threads")->delimiter(',');
    app.add_option("--turns", settings.turns, "timed calls of each");
    app.add_option("--rounds", settings.rounds, "times that all is timed; the best counts");
    app.add_option("--rest", settings.rest_ms, "milliseconds before and after the bare product");
    app.add_option("--info", settings.info, "file for the machine, the build and the BLAS");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
