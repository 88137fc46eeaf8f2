// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// How long contractions of tensors of blocks take on the CPU: planning, and runs of the kept plan,
// by each way or by the cheapest. Reads a file of cases (tools/bench/cases/block_case_file.h),
// checks the counts that it says, and writes a row for each case. Compares the ways with each other
// before they are timed.
#include <ttgt/blocks.h>
#include <ttgt/error.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/run_main.h"
#include "src/core/element.h"
#include "src/core/files/text_file.h"
#include "tools/bench/blocks/block_bench.h"
#include "tools/bench/cases/block_case_file.h"
#include "tools/bench/timing.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    std::string only;  ///< part of a case's name; empty: all
    double most_gflop = 1e9;
    int repeats = 5;
    int threads = 0;
    bool explains = false;
};

template <class T>
BlockTensor<T> filled(const BlockLayout& layout) {
    BlockTensor<T> tensor(layout);
    std::uint64_t state = 1;
    for (T& element : tensor) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        element = T(static_cast<RealOf<T>>(static_cast<double>(state >> 40U) * 0x1p-24 - 0.5));
    }
    return tensor;
}

template <class T>
double largest_difference(const BlockTensor<T>& a, const BlockTensor<T>& b) {
    double difference = 0;
    for (std::int64_t i = 0; i < a.size(); ++i) {
        difference =
            std::max(difference, static_cast<double>(std::abs(a.begin()[i] - b.begin()[i])));
    }
    return difference;
}

/// A case with its tensors.
template <class T>
class CaseRun {
public:
    CaseRun(const tool::BlockCase& its, Context& context, const Settings& settings)
        : case_(its),
          context_(context),
          settings_(settings),
          d_layout_(output_blocks(its.expression, its.inputs)),
          a_(filled<T>(its.inputs[0])),
          b_(filled<T>(its.inputs[1])) {}

    void write_row() {
        fmt::print("{}\t{}", case_.name, name(case_.dtype));
        BlockTensor<T> first(d_layout_);
        for (const BlockMethod method :
             {BlockMethod::pairs, BlockMethod::components, BlockMethod::cheapest}) {
            time(method, first);
        }
        fmt::print("\n");
    }

private:
    void time(BlockMethod method, BlockTensor<T>& first) {
        BlockPlanOptions options;
        options.method = method;
        const std::vector<BlockOperand> operands{{case_.dtype, d_layout_},
                                                 {case_.dtype, case_.inputs[0]},
                                                 {case_.dtype, case_.inputs[1]}};
        const auto make = [&] {
            return plan_contraction(context_, case_.expression, operands, options);
        };
        const BlockContractionPlan plan = make();
        const double plan_ms = tool::median_ms(3, [&] { (void)make(); });
        if (method == BlockMethod::pairs) {
            const Report report = plan.prediction();
            fmt::print("\t{}\t{:.4g}", plan.pairs(), report.flops * 1e-9);
            tool::check_counts(case_, plan, d_layout_);
        }
        BlockTensor<T> d(d_layout_);
        RunOptions run;
        run.workspace = context_.workspace(plan.workspace_bytes());
        const double ms = tool::median_ms(settings_.repeats, [&] { plan.run(d, {a_, b_}, run); });
        fmt::print("\t{:.4g}\t{:.4g}\t{:.4g}\t{}", plan_ms, plan.prediction().predicted_ms, ms,
                   plan.workspace_bytes());
        if (method == BlockMethod::pairs) std::copy(d.begin(), d.end(), first.begin());
        const double difference = largest_difference(first, d);
        if (difference > 1e-2)
            throw Error(Status::device, fmt::format("differs by {}", difference));
        if (settings_.explains) fmt::print("\n{}", plan.explain());
    }

    const tool::BlockCase& case_;
    Context& context_;
    const Settings& settings_;
    BlockLayout d_layout_;
    BlockTensor<T> a_, b_;
};

void run(const Settings& settings) {
    const auto cases = tool::parse_block_cases(read_text_file(settings.cases), settings.cases);
    ContextOptions options;
    options.threads = settings.threads;
    Context context(options);
    fmt::print("case\tdtype\tpairs\tgflop");
    for (const char* way : {"pairs", "components", "cheapest"}) {
        fmt::print("\t{0}_plan_ms\t{0}_predicted_ms\t{0}_ms\t{0}_work", way);
    }
    fmt::print("\n");
    for (const tool::BlockCase& its : cases) {
        if (its.name.find(settings.only) == std::string::npos) continue;
        if (its.flops.value_or(0) * 1e-9 > settings.most_gflop) continue;
        visit_computed(its.dtype, [&](auto tag) {
            CaseRun<typename decltype(tag)::type>(its, context, settings).write_row();
        });
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times contractions of tensors of blocks on the CPU", "bench_blocks");
    app.add_option("cases", settings.cases, "File of cases")->required();
    app.add_option("--only", settings.only, "Only cases whose name contains this");
    app.add_option("--most-gflop", settings.most_gflop, "Leave out larger cases");
    app.add_option("--repeats", settings.repeats, "Timed runs of each plan");
    app.add_option("--threads", settings.threads, "CPU threads; 0: OpenMP's default");
    app.add_flag("--explain", settings.explains, "Print the plans, too");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
