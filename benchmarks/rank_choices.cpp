// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What the choice among ways to contract over ranks loses. Start it by mpirun, one thread a rank,
// or with --devices, which makes a rank of each GPU. Draws problems and times, by turns, the
// cheapest candidates of each engine, as planning prices them. Every result is first compared with
// that of one rank alone. Writes a row for each candidate; of a problem, the one with `chosen` 1 is
// what the engine "auto" takes, and `ratio` is a candidate's time over the shortest of the problem.
// Times are of the slowest rank.
#include <ttgt/distributed_tensor.h>
#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/device_ranks.h"
#include "benchmarks/support/drawn_rank_problem.h"
#include "benchmarks/support/rank_tensor.h"
#include "benchmarks/support/run_main.h"
#include "distributed/begin_planning.h"
#include "distributed/run/agreement.h"
#include "distributed/run/plan_product.h"
#include "tools/bench/timing.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::uint64_t seed = 1;
    int problems = 60;
    int turns = 7;
    int candidates = 2;  ///< of each engine
    double least_flops = 1e6;
    double most_flops = 2e9;
    std::string devices;  ///< empty: the ranks of mpirun
    int threads = 1;      ///< of the CPU for each rank, to make operands
};

/// Milliseconds of one kind of work of a candidate: its product, or all that it moves.
struct Parts {
    double product_ms = 0;
    double move_ms = 0;
};

/// A candidate that is timed.
struct Timed {
    DistributedProduct plan;
    Parts predicted;
    Parts measured;  ///< the least of several runs between barriers
    std::vector<double> times;
    bool is_right = false;
    bool is_chosen = false;
};

class Bench {
public:
    Bench(const Settings& settings, Communicator& ranks, Context& context)
        : settings_(settings),
          ranks_(ranks),
          context_(context),
          gathering_(context.options()),
          rates_(measure_rank_rates(ranks, context)) {}

    [[nodiscard]] const RankRates& rates() const { return rates_; }
    [[nodiscard]] const std::vector<double>& ratios() const { return ratios_; }
    [[nodiscard]] int wrong() const { return wrong_; }

    void run(int number, const DrawnRankProblem& drawn) {
        std::vector<RankTensor> tensors;
        for (std::size_t i = 0; i < drawn.layouts.size(); ++i) {
            tensors.emplace_back(ranks_, context_, drawn.layouts[i]);
            tensors[i].number(i, settings_.threads);
            tensors[i].place();
        }
        const std::vector<const void*> inputs{tensors[1].data(), tensors[2].data()};
        std::vector<std::unique_ptr<Timed>> candidates = plan(drawn);
        std::int64_t workspace = 0;
        for (const auto& candidate : candidates) {
            workspace = std::max(workspace, candidate->plan.workspace_bytes());
        }
        options_.workspace = context_.workspace(workspace);
        const RankTensor expected = result_of_one_rank(drawn);
        RankTensor& d = tensors[0];
        for (const auto& candidate : candidates) {
            d.fill(-0.5);
            d.place();
            candidate->plan.run(d.data(), inputs, options_);
            wait_for(context_);
            candidate->is_right = is_same(ranks_, gathering_, d, expected.on_host());
            profile(*candidate, d.data(), inputs);
        }
        options_.workspace = context_.workspace(workspace);
        for (int turn = 0; turn < settings_.turns; ++turn) {
            for (const auto& candidate : candidates) {
                candidate->times.push_back(time([&] {
                    candidate->plan.run(d.data(), inputs, options_);
                    wait_for(context_);
                }));
            }
        }
        print(number, drawn, candidates);
    }

private:
    /// The cheapest candidates of each engine, lowered, the cheapest of all marked.
    std::vector<std::unique_ptr<Timed>> plan(const DrawnRankProblem& drawn) {
        DistributedOptions options;
        options.rates = rates_;
        const PlanningSetup setup = begin_planning(
            ranks_, context_, {{"the expression", drawn.expression}}, drawn.layouts, options);
        DistributedProduct::Parts parts = product_parts(setup);
        parts.problem =
            bind_distributed(drawn.expression, drawn.layouts, true, ranks_.rank(), ranks_.ranks());
        std::vector<std::unique_ptr<Timed>> timed;
        std::array<int, 2> taken{};
        for (const DistributedCandidate& candidate :
             priced_candidates(parts.problem, options, rates_, ranks_.has_distributed_gemm())) {
            int& of_engine = taken[static_cast<std::size_t>(candidate.engine)];
            if (of_engine == settings_.candidates) continue;
            ++of_engine;
            DistributedProduct::Parts own = product_parts(setup);
            own.problem = parts.problem;
            adopt(own, lower_together(own, candidate, context_, options));
            timed.push_back(std::make_unique<Timed>(
                Timed{DistributedProduct(std::move(own)), {}, {}, {}, false, timed.empty()}));
            timed.back()->predicted = {candidate.product_ms,
                                       candidate.total_ms() - candidate.product_ms};
        }
        return timed;
    }

    /// The whole result, made by rank 0 alone from inputs that it makes itself.
    RankTensor result_of_one_rank(const DrawnRankProblem& drawn) {
        std::vector<RankTensor> whole;
        for (std::size_t i = 0; i < drawn.layouts.size(); ++i) {
            const DistributedLayout& layout = drawn.layouts[i];
            whole.emplace_back(
                ranks_, gathering_,
                DistributedLayout{
                    layout.dtype, layout.extents, on_first_rank(layout.extents.size()), {}});
            whole[i].number(i, settings_.threads);
            whole[i].place();
        }
        if (ranks_.rank() == 0) {
            ContractOptions options;
            options.context = &gathering_;
            ttgt::contract(drawn.expression, whole[0].local_view(),
                           {whole[1].local_view(), whole[2].local_view()}, options);
        }
        whole[0].fetch();
        return std::move(whole[0]);
    }

    void profile(Timed& candidate, void* d, const std::vector<const void*>& inputs) {
        for (int run = 0; run < 3; ++run) {
            Parts parts;
            for (const StepReport& step :
                 candidate.plan.profile(d, inputs, options_).report.steps) {
                const bool moves = step.kind == "redistribute" || step.kind == "copy";
                (moves ? parts.move_ms : parts.product_ms) += step.measured_ms;
            }
            parts = {largest(*ranks_.transport(), parts.product_ms),
                     largest(*ranks_.transport(), parts.move_ms)};
            Parts& least = candidate.measured;
            least = run == 0 ? parts
                             : Parts{std::min(least.product_ms, parts.product_ms),
                                     std::min(least.move_ms, parts.move_ms)};
        }
    }

    double time(const std::function<void()>& work) {
        (void)largest(*ranks_.transport(), 0);
        return largest(*ranks_.transport(), tool::time_ms(work));
    }

    void print(int number, const DrawnRankProblem& drawn,
               const std::vector<std::unique_ptr<Timed>>& candidates) {
        double best = std::numeric_limits<double>::infinity();
        for (const auto& candidate : candidates) {
            best = std::min(best, tool::median(candidate->times));
            if (!candidate->is_right) ++wrong_;
        }
        for (const auto& candidate : candidates) {
            const double ms = tool::median(candidate->times);
            if (candidate->is_chosen) ratios_.push_back(ms / best);
            if (ranks_.rank() > 0) continue;
            const DistributedProduct::Parts& parts = candidate->plan.parts();
            const Report report = predict(parts).report;
            fmt::print(
                "{}-{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.5g}\t{:.5g}\t{:.5g}\t{:.5g}\t"
                "{:.5g}\t{:.5g}\t{:.3f}\t{}\n",
                settings_.seed, number, ranks_.ranks(),
                parts.plan.candidate.engine == Engine::local ? "local" : "scalapack",
                to_string(parts.problem, parts.plan.candidate), candidate->is_chosen ? 1 : 0,
                drawn.expression, drawn.extents, report.m, report.n, report.k, report.batch,
                candidate->predicted.product_ms, candidate->predicted.move_ms,
                candidate->measured.product_ms, candidate->measured.move_ms, ms,
                *std::min_element(candidate->times.begin(), candidate->times.end()), ms / best,
                candidate->is_right ? "ok" : "wrong");
        }
        std::fflush(stdout);
    }

    const Settings& settings_;
    Communicator& ranks_;
    Context& context_;
    Context gathering_;  ///< for results of one rank, and for what the ranks compare
    RankRates rates_;
    RunOptions options_;
    std::vector<double> ratios_;  ///< of the chosen candidates
    int wrong_ = 0;
};

void print_rates(const RankRates& rates) {
    fmt::print(
        "# a rank: {:.4g} GFLOP/s, link {:.4g} GB/s, message {:.4g} us, memory {:.4g} GB/s\n",
        rates.flops_per_second * 1e-9, rates.link_bytes_per_second * 1e-9,
        rates.message_seconds * 1e6, rates.memory_bytes_per_second * 1e-9);
    fmt::print(
        "id\tranks\tengine\tcandidate\tchosen\texpression\textents\tm\tn\tk\tbatch\t"
        "predicted_product_ms\tpredicted_move_ms\tproduct_ms\tmove_ms\ttime_ms\tleast_ms\tratio\t"
        "check\n");
}

void print_summary(const Bench& bench) {
    std::vector<double> ratios = bench.ratios();
    double sum = 0;
    for (const double ratio : ratios) sum += std::log(ratio);
    fmt::print(
        "# {} problems, {} wrong; chosen over best: {:.3f} in geometric mean, {:.3f} in the "
        "median, {:.3f} at worst\n",
        ratios.size(), bench.wrong(), std::exp(sum / static_cast<double>(ratios.size())),
        tool::median(ratios), *std::max_element(ratios.begin(), ratios.end()));
}

void run_on(const Settings& settings, Communicator& ranks, Context& context) {
    Bench bench(settings, ranks, context);
    if (ranks.rank() == 0) print_rates(bench.rates());
    RankProblemDrawer drawer(settings.seed, ranks.ranks(), settings.least_flops,
                             settings.most_flops);
    for (int number = 0; number < settings.problems; ++number) bench.run(number, drawer.draw());
    if (ranks.rank() == 0) print_summary(bench);
    if (bench.wrong() > 0) throw std::runtime_error("results are wrong");
}

void run(const Settings& settings) {
    if (!settings.devices.empty()) {
        return on_devices(
            parse_devices(settings.devices),
            [&](Communicator& ranks, Context& context) { run_on(settings, ranks, context); });
    }
    Communicator ranks = Communicator::world();
    Context context;
    run_on(settings, ranks, context);
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("What the choice among ways to contract over ranks loses", "bench_rank_choices");
    app.add_option("--seed", settings.seed, "seed of the problems");
    app.add_option("--problems", settings.problems, "how many")->check(CLI::PositiveNumber);
    app.add_option("--turns", settings.turns, "timed calls of each candidate")
        ->check(CLI::PositiveNumber);
    app.add_option("--candidates", settings.candidates, "timed of each engine")
        ->check(CLI::PositiveNumber);
    app.add_option("--least-flops", settings.least_flops, "operations of the smallest problem");
    app.add_option("--most-flops", settings.most_flops, "operations of the largest problem");
    app.add_option("--devices", settings.devices,
                   "GPUs of ranks that are threads of this process, such as cuda:0,cuda:1");
    app.add_option("--threads", settings.threads, "of the CPU for each rank, to make operands");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
