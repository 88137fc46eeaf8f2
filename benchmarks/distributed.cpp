// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What spreading a contraction over ranks costs beside its arithmetic: time of a plan beside a bare
// product of ScaLAPACK of the same m, n, k on the same ranks, as if operands lay well, and the time
// that the model gives the redistributions. Start it by mpirun, one thread a rank. Every result is
// verified, by another engine, before both are timed in turns. Writes a row for each case.
#include <ttgt/distributed.h>
#include <ttgt/error.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/run_main.h"
#include "contraction/expression/einsum.h"
#include "distributed/placement/placement.h"
#include "distributed/run/transport.h"
#include "src/core/files/text_file.h"
#include "tools/bench/timing.h"
#include "tools/io/values.h"
#include "tools/operands/bindings.h"
#include "tools/operands/spread.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    int turns = 7;
};

struct Case {
    std::string id;
    std::string expression;
    std::vector<DistributedLayout> layouts;
};

/// Rows of the grid that is as square as the number of ranks allows.
int rows_of_square(int ranks) {
    int rows = static_cast<int>(std::sqrt(static_cast<double>(ranks)));
    while (ranks % rows != 0) --rows;
    return rows;
}

Case parse_case(const std::string& line, int ranks) {
    const std::vector<std::string_view> fields = tool::split(line, '\t');
    if (fields.size() != 5) throw InvalidArgument("a case has five fields: " + line);
    Case result{std::string(fields[0]), std::string(fields[1]), {}};
    const Expression expression = read_expression(result.expression);
    const std::vector<OperandLayout> operands = tool::packed_operands(
        expression, tool::parse_label_extents(fields[2], "extents"), DType::float64);
    std::vector<std::vector<std::int64_t>> extents;
    extents.reserve(operands.size());
    for (const OperandLayout& operand : operands) extents.push_back(operand.layout.extents);
    const int rows = rows_of_square(ranks);
    const std::string grid =
        fields[3] == "square" ? fmt::format("{}x{}", rows, ranks / rows) : fmt::format("{}", ranks);
    std::vector<std::string> spread;
    for (const std::string_view option : tool::split(fields[4], ' ')) spread.emplace_back(option);
    const std::vector<Distribution> distributions =
        tool::parse_distributions(expression, extents, grid, spread, ranks);
    for (std::size_t i = 0; i < extents.size(); ++i) {
        result.layouts.push_back({DType::float64, extents[i], distributions[i], {}});
    }
    return result;
}

class Bench {
public:
    Bench(const Settings& settings, Communicator& ranks)
        : settings_(settings),
          ranks_(ranks),
          context_(ContextOptions{}),
          rates_(measure_rank_rates(ranks, context_)) {}

    [[nodiscard]] const RankRates& rates() const { return rates_; }

    void run(const Case& given) {
        std::vector<std::vector<double>> tensors;
        std::vector<const void*> inputs;
        for (std::size_t i = 0; i < given.layouts.size(); ++i) tensors.push_back(fill(given, i));
        for (std::size_t i = 1; i < tensors.size(); ++i) inputs.push_back(tensors[i].data());
        const DistributedPlan plan = make_plan(given, "auto");
        RunOptions options;
        options.workspace = context_.workspace(plan.workspace_bytes());
        const DistributedReport report = plan.profile(tensors[0].data(), inputs, options);
        const bool is_right = verify(given, report, tensors[0], inputs);
        options.workspace = context_.workspace(plan.workspace_bytes());
        std::vector<double> plan_ms;
        std::vector<double> bare_ms;
        BareProduct bare(ranks_, report.report.m, report.report.n, report.report.k);
        for (int turn = 0; turn < settings_.turns; ++turn) {
            plan_ms.push_back(time([&] { plan.run(tensors[0].data(), inputs, options); }));
            bare_ms.push_back(time([&] { bare.run(report.report.batch); }));
        }
        print(given, report, is_right, plan_ms, bare_ms);
    }

private:
    /// D = A*B by ScaLAPACK, one block a rank.
    class BareProduct {
    public:
        BareProduct(Communicator& ranks, std::int64_t m, std::int64_t n, std::int64_t k) {
            const int rows = rows_of_square(ranks.ranks());
            const int columns = ranks.ranks() / rows;
            const GridPlace place{0, rows, columns, ranks.rank() % rows, ranks.rank() / rows};
            grid_ = ranks.transport()->matrix_grid(fmt::format("bare {}x{}", rows, columns), place);
            product_.m = m;
            product_.n = n;
            product_.k = k;
            product_.block_m = one_block(m, rows);
            product_.block_n = one_block(n, columns);
            product_.block_k = std::min(one_block(k, rows), one_block(k, columns));
            product_.lda = product_.ldd = product_.block_m;
            product_.ldb = std::max<std::int64_t>(count({k, product_.block_k, rows, place.row}), 1);
            const std::int64_t columns_of_a = count({k, product_.block_k, columns, place.column});
            a_.assign(static_cast<std::size_t>(product_.lda * (columns_of_a + 1)), 1.0);
            b_.assign(static_cast<std::size_t>(product_.ldb * product_.block_n), 1.0);
            d_.assign(static_cast<std::size_t>(product_.ldd * product_.block_n), 0.0);
            product_.a = a_.data();
            product_.b = b_.data();
            product_.d = d_.data();
        }
        void run(std::int64_t times) const {
            for (std::int64_t i = 0; i < times; ++i) grid_->multiply(product_);
        }

    private:
        std::shared_ptr<const MatrixGrid> grid_;
        MatrixProduct product_;
        std::vector<double> a_;
        std::vector<double> b_;
        std::vector<double> d_;
    };

    /// Small integers that depend on the place in the whole tensor.
    [[nodiscard]] std::vector<double> fill(const Case& given, std::size_t operand) const {
        const DistributedLayout& layout = given.layouts[operand];
        const Layout local = local_layout(layout, ranks_.rank());
        std::vector<double> elements(static_cast<std::size_t>(volume(local)), 0.0);
        std::vector<std::vector<std::int64_t>> indices;
        for (std::size_t mode = 0; mode < local.rank(); ++mode) {
            indices.push_back(global_indices(layout, mode, ranks_.rank()));
        }
        for (std::size_t i = 0; i < elements.size(); ++i) {
            std::uint64_t hash = operand;
            auto rest = static_cast<std::int64_t>(i);
            for (std::size_t mode = 0; mode < local.rank(); ++mode) {
                const auto at = static_cast<std::size_t>(rest % local.extents[mode]);
                hash = (hash + static_cast<std::uint64_t>(indices[mode][at]) + 1) *
                       0x9e3779b97f4a7c15ull;
                hash ^= hash >> 31;
                rest /= local.extents[mode];
            }
            elements[i] = static_cast<double>(hash % 7) - 3.0;
        }
        return elements;
    }

    [[nodiscard]] DistributedPlan make_plan(const Case& given, const std::string& engine) {
        DistributedOptions options;
        options.engine = engine;
        options.rates = rates_;
        return plan_contraction(ranks_, context_, given.expression, given.layouts, options);
    }

    bool verify(const Case& given, const DistributedReport& report, const std::vector<double>& d,
                const std::vector<const void*>& inputs) {
        const bool is_local = report.report.strategy == "local";
        const DistributedPlan other = make_plan(given, is_local ? "scalapack" : "local");
        std::vector<double> again(d.size());
        RunOptions options;
        options.workspace = context_.workspace(other.workspace_bytes());
        other.run(again.data(), inputs, options);
        return largest(*ranks_.transport(), again == d ? 0 : 1) == 0;
    }

    /// Milliseconds of the slowest rank.
    double time(const std::function<void()>& work) {
        (void)largest(*ranks_.transport(), 0);
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> taken =
            std::chrono::steady_clock::now() - begin;
        return largest(*ranks_.transport(), taken.count());
    }

    void print(const Case& given, const DistributedReport& report, bool is_right,
               std::vector<double> plan_ms, const std::vector<double>& bare_ms) const {
        if (ranks_.rank() != 0) return;
        double model_ms = 0;  // of what is not the product
        for (const StepReport& step : report.report.steps) {
            if (step.kind == "redistribute" || step.kind == "copy") model_ms += step.predicted_ms;
        }
        std::sort(plan_ms.begin(), plan_ms.end());
        const double plan = tool::median(plan_ms);
        const double bare = tool::median(bare_ms);
        fmt::print(
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}"
            "\t{:.3f}\t{:.3f}\t{:.3f}\t{}\n",
            given.id, ranks_.ranks(), report.choice, report.report.m, report.report.n,
            report.report.k, report.report.batch, report.bytes_over_links,
            report.report.predicted_ms, plan, plan_ms.front(), plan_ms.back(), bare, model_ms,
            plan / (bare + model_ms), report.imbalance,
            report.report.flops / (ranks_.ranks() * rates_.flops_per_second * plan * 1e-3),
            is_right ? "ok" : "wrong");
        std::fflush(stdout);
    }

    const Settings& settings_;
    Communicator& ranks_;
    Context context_;
    RankRates rates_;
};

void run(const Settings& settings) {
    Communicator ranks = Communicator::world();
    Bench bench(settings, ranks);
    const RankRates& rates = bench.rates();
    if (ranks.rank() == 0) {
        fmt::print(
            "# a rank: {:.3g} GFLOP/s, link {:.3g} GB/s, message {:.3g} us, memory {:.3g} "
            "GB/s\n",
            rates.flops_per_second * 1e-9, rates.link_bytes_per_second * 1e-9,
            rates.message_seconds * 1e6, rates.memory_bytes_per_second * 1e-9);
        fmt::print(
            "id\tranks\tchoice\tm\tn\tk\tbatch\tbytes_over_links\tpredicted_ms\tplan_ms\t"
            "plan_least_ms\tplan_most_ms\tpdgemm_ms\tmodel_move_ms\tratio\timbalance\t"
            "efficiency\tcheck\n");
    }
    const std::string text = read_text_file(settings.cases);
    for (const std::string_view line : tool::split(text, '\n')) {
        if (line.empty() || line.front() == '#') continue;
        bench.run(parse_case(std::string(line), ranks.ranks()));
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("What spreading contractions over ranks costs", "bench_distributed");
    app.add_option("cases", settings.cases, "case file")->required();
    app.add_option("--turns", settings.turns, "timed calls of each");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
