// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What the choice among ways to contract over ranks loses. Start it by mpirun, one thread a rank.
// Draws problems and times, by turns, the cheapest candidates of each engine, as planning prices
// them. Every result is first compared with that of one rank alone. Writes a row for each
// candidate; of a problem, the one with `chosen` 1 is what the engine "auto" takes, and `ratio` is
// a candidate's time over the shortest of the problem. Times are of the slowest rank.
#include <ttgt/distributed_tensor.h>
#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/drawn_rank_problem.h"
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

/// A small whole number that depends on the place in the whole tensor.
Scalar number_at(std::size_t operand, std::span<const std::int64_t> indices) {
    std::uint64_t hash = operand;
    for (const std::int64_t index : indices) {
        hash = (hash + static_cast<std::uint64_t>(index) + 1) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 31;
    }
    return static_cast<double>(hash % 7) - 3.0;
}

class Bench {
public:
    Bench(const Settings& settings, Communicator& ranks)
        : settings_(settings), ranks_(ranks), rates_(measure_rank_rates(ranks, context_)) {}

    [[nodiscard]] const RankRates& rates() const { return rates_; }
    [[nodiscard]] const std::vector<double>& ratios() const { return ratios_; }
    [[nodiscard]] int wrong() const { return wrong_; }

    void run(int number, const DrawnRankProblem& drawn) {
        std::vector<DistributedTensor> tensors;
        for (std::size_t i = 0; i < drawn.layouts.size(); ++i) {
            tensors.push_back(filled(drawn.layouts[i], i));
        }
        const std::vector<const void*> inputs{tensors[1].data(), tensors[2].data()};
        std::vector<std::unique_ptr<Timed>> candidates = plan(drawn);
        std::int64_t workspace = 0;
        for (const auto& candidate : candidates) {
            workspace = std::max(workspace, candidate->plan.workspace_bytes());
        }
        options_.workspace = context_.workspace(workspace);
        const std::optional<DistributedTensor> expected = result_of_one_rank(drawn);
        for (const auto& candidate : candidates) {
            std::fill_n(static_cast<double*>(tensors[0].data()), volume(tensors[0].part()), -1.0);
            candidate->plan.run(tensors[0].data(), inputs, options_);
            candidate->is_right = is_same(tensors[0], *expected);
            profile(*candidate, tensors[0].data(), inputs);
        }
        options_.workspace = context_.workspace(workspace);
        for (int turn = 0; turn < settings_.turns; ++turn) {
            for (const auto& candidate : candidates) {
                candidate->times.push_back(
                    time([&] { candidate->plan.run(tensors[0].data(), inputs, options_); }));
            }
        }
        print(number, drawn, candidates);
    }

private:
    [[nodiscard]] DistributedTensor filled(const DistributedLayout& layout, std::size_t operand) {
        DistributedTensor tensor(ranks_, layout.dtype, layout.extents, layout.distribution);
        if (operand == operand_d) return tensor;
        tensor.fill([&](std::span<const std::int64_t> at) { return number_at(operand, at); });
        return tensor;
    }

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
    std::optional<DistributedTensor> result_of_one_rank(const DrawnRankProblem& drawn) {
        std::vector<DistributedTensor> whole;
        for (std::size_t i = 0; i < drawn.layouts.size(); ++i) {
            const DistributedLayout& layout = drawn.layouts[i];
            whole.push_back(filled(
                {layout.dtype, layout.extents, on_first_rank(layout.extents.size()), {}}, i));
        }
        if (ranks_.rank() == 0) {
            Context alone;
            ContractOptions options;
            options.context = &alone;
            ttgt::contract(drawn.expression, whole[0].view(), {whole[1].view(), whole[2].view()},
                           options);
        }
        return std::move(whole[0]);
    }

    bool is_same(const DistributedTensor& d, const DistributedTensor& expected) {
        DistributedTensor gathered(ranks_, d.layout().dtype, d.layout().extents,
                                   expected.layout().distribution);
        redistribute(ranks_, gathered, d, &gathering_);
        const auto* const got = static_cast<const double*>(gathered.data());
        const auto* const want = static_cast<const double*>(expected.data());
        const bool is_right = std::equal(got, got + volume(gathered.part()), want);
        return largest(*ranks_.transport(), is_right ? 0 : 1) == 0;
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
    Context context_;
    Context gathering_;
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

void run(const Settings& settings) {
    Communicator ranks = Communicator::world();
    Bench bench(settings, ranks);
    if (ranks.rank() == 0) print_rates(bench.rates());
    RankProblemDrawer drawer(settings.seed, ranks.ranks(), settings.least_flops,
                             settings.most_flops);
    for (int number = 0; number < settings.problems; ++number) bench.run(number, drawer.draw());
    if (ranks.rank() == 0) print_summary(bench);
    if (bench.wrong() > 0) throw std::runtime_error("results are wrong");
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
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
