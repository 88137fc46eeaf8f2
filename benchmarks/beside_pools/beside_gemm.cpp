// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Contractions beside the bare matrix product that the same program calls through a BLAS of its
// own: each alone, and by turns, on several numbers of threads. Every contraction is verified
// before it is timed. Before each of the three series the program rests until idle threads sleep.
// The summary has geometric means over the cases: GFLOP/s of contractions, and the speed by turns
// over that alone.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/beside_pools/own_blas.h"
#include "benchmarks/support/cpu_case.h"
#include "benchmarks/support/run_main.h"
#include "src/core/files/text_file.h"
#include "tools/bench/cases/case_file.h"
#include "tools/io/values.h"
#include "tools/operands/buffers.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    std::string blas = "libopenblas.so.0";
    std::string dtype = "float64";
    std::vector<int> threads{1, 2, 4, 8, 16};
    int turns = 21;
    int rest_ms = 250;
    bool shares = true;
};

/// Times of single calls, in milliseconds.
class Times {
public:
    template <class Work>
    void time(const Work& work) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> taken =
            std::chrono::steady_clock::now() - begin;
        ms_.push_back(taken.count());
    }
    [[nodiscard]] double median() {
        const auto middle = ms_.begin() + static_cast<std::ptrdiff_t>(ms_.size() / 2);
        std::nth_element(ms_.begin(), middle, ms_.end());
        return *middle;
    }
    [[nodiscard]] double worst() const { return *std::max_element(ms_.begin(), ms_.end()); }

private:
    std::vector<double> ms_;
};

/// Of one case on one number of threads.
struct Row {
    Times ours_alone;
    Times theirs_alone;
    Times ours_by_turns;
    Times theirs_by_turns;
};

/// The operands of the bare product.
class Matrices {
public:
    Matrices(const tool::ProductSizes& sizes, DType dtype)
        : a_(filled(sizes.m * sizes.k, dtype)),
          b_(filled(sizes.k * sizes.n, dtype)),
          c_(filled(sizes.m * sizes.n, dtype)) {}

    void multiply(const OwnBlas& blas, DType dtype, const tool::ProductSizes& sizes) const {
        blas.multiply(dtype, sizes, a_.get(), b_.get(), c_.get());
    }

private:
    static tool::Buffer filled(std::int64_t count, DType dtype) {
        tool::Buffer buffer = tool::allocate_tensor(packed({count}), dtype);
        tool::fill_random(buffer.get(), count, dtype, 1);
        return buffer;
    }

    tool::Buffer a_;
    tool::Buffer b_;
    tool::Buffer c_;
};

void rest(const Settings& settings) {
    std::this_thread::sleep_for(std::chrono::milliseconds(settings.rest_ms));
}

Row measure(const CpuCase& given, int threads, const OwnBlas& blas, const Settings& settings) {
    const CpuCase::Planned planned = given.plan(threads);
    const Matrices matrices(given.sizes(), given.dtype());
    const auto ours = [&] { planned.run(); };
    const auto theirs = [&] { matrices.multiply(blas, given.dtype(), given.sizes()); };
    ours();
    given.check();
    theirs();
    Row row;
    rest(settings);
    ours();
    for (int turn = 0; turn < settings.turns; ++turn) row.ours_alone.time(ours);
    rest(settings);
    theirs();
    for (int turn = 0; turn < settings.turns; ++turn) row.theirs_alone.time(theirs);
    rest(settings);
    ours();
    theirs();
    for (int turn = 0; turn < settings.turns; ++turn) {
        row.ours_by_turns.time(ours);
        row.theirs_by_turns.time(theirs);
    }
    return row;
}

/// Sums of logarithms over the cases of one number of threads.
struct Summary {
    int rows = 0;
    double ours_alone = 0;
    double ours_by_turns = 0;
    double theirs_alone = 0;
    double theirs_by_turns = 0;
    double worst_over_median = 0;

    [[nodiscard]] double mean(double sum) const { return std::exp(sum / rows); }
};

void print(const CpuCase& given, int threads, Row row, Summary& summary) {
    const double ours = given.gflops(row.ours_alone.median());
    const double ours_turns = given.gflops(row.ours_by_turns.median());
    const double theirs = given.gflops(row.theirs_alone.median());
    const double theirs_turns = given.gflops(row.theirs_by_turns.median());
    const double worst = row.ours_alone.worst() / row.ours_alone.median();
    const double worst_by_turns = row.ours_by_turns.worst() / row.ours_by_turns.median();
    fmt::print("{}\t{}\t{}\t{:.4g}\t{:.4g}\t{:.4g}\t{:.4g}\t{:.2f}\t{:.2f}\n", given.id(),
               name(given.dtype()), threads, ours, ours_turns, theirs, theirs_turns, worst,
               worst_by_turns);
    ++summary.rows;
    summary.ours_alone += std::log(ours);
    summary.ours_by_turns += std::log(ours_turns);
    summary.theirs_alone += std::log(theirs);
    summary.theirs_by_turns += std::log(theirs_turns);
    summary.worst_over_median = std::max(summary.worst_over_median, worst);
    std::fflush(stdout);
}

void print(int threads, const Summary& all) {
    fmt::print(
        "# {} threads, {} cases: GFLOP/s alone {:.1f}, by turns {:.1f} ({:.2f}); theirs "
        "{:.1f}, {:.1f} ({:.2f}); worst call over its median {:.1f}\n",
        threads, all.rows, all.mean(all.ours_alone), all.mean(all.ours_by_turns),
        all.mean(all.ours_by_turns - all.ours_alone), all.mean(all.theirs_alone),
        all.mean(all.theirs_by_turns), all.mean(all.theirs_by_turns - all.theirs_alone),
        all.worst_over_median);
}

void run(const Settings& settings) {
    const DType dtype = tool::parse_numeric_dtype(settings.dtype, "--dtype");
    if (dtype != DType::float32 && dtype != DType::float64) {
        throw std::runtime_error("--dtype is float32 or float64");
    }
    fmt::print(
        "id\tdtype\tthreads\tours\tours_by_turns\ttheirs\ttheirs_by_turns\tworst"
        "\tworst_by_turns\n");
    std::map<int, Summary> summaries;
    const std::string text = read_text_file(settings.cases);
    const auto cases = tool::parse_contraction_cases(text, settings.cases);
    for (const int threads : settings.threads) {
        const OwnBlas blas(settings.blas, threads);
        if (settings.shares) share_openblas_threads();
        for (const tool::ContractionCase& row : cases) {
            const CpuCase given(row, dtype);
            print(given, threads, measure(given, threads, blas, settings), summaries[threads]);
        }
    }
    for (const OpenBlasCopy& copy : openblas_copies()) {
        fmt::print("# {}: OpenBLAS {}, {}\n", copy.path, copy.version,
                   copy.is_shared ? "on ttgt's threads" : "on threads of its own");
    }
    for (const auto& [threads, summary] : summaries) print(threads, summary);
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times contractions beside the matrix products of the program's own BLAS");
    app.add_option("CASES", settings.cases, "contraction case file")->required();
    app.add_option("--blas", settings.blas, "library file of the program's own BLAS");
    app.add_option("--dtype", settings.dtype, "of all operands, whatever the file says");
    app.add_option("--threads", settings.threads, "numbers of threads")->delimiter(',');
    app.add_option("--turns", settings.turns, "timed calls of each");
    app.add_option("--rest", settings.rest_ms, "milliseconds before each series");
    app.add_flag("--share,!--no-share", settings.shares,
                 "whether that BLAS may use ttgt's threads");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
