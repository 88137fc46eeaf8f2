// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What bench_gpu_ranks, bench_scale_out and bench_host_contraction should take on so many GPUs, by
// the models that plans are chosen by and the rates of a file of `ttgt calibrate --devices`. Needs
// no GPU. Writes a row for each case.
#include <ttgt/distributed.h>
#include <ttgt/error.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/rank_cases.h"
#include "benchmarks/support/run_main.h"
#include "benchmarks/support/scale_out_cases.h"
#include "benchmarks/support/spread_layouts.h"
#include "contraction/expression/einsum.h"
#include "contraction/problem/bind.h"
#include "contraction/tiled/tile_choice.h"
#include "distributed/plan/candidate.h"
#include "distributed/plan/distributed_problem.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string rates;
    std::string cases;
    int ranks = 2;
    std::vector<std::int64_t> extents{96, 128};
    std::vector<std::int64_t> matrices{16384};
    std::vector<double> one_gpu_links;
    int multiprocessors = 132;
    std::int64_t memory_limit = 64'000'000'000;
};

struct Prediction {
    double ms = 0;
    double flops = 0;
    std::string choice;
};

/// The cheapest candidate, as planning takes it.
Prediction predict(const RankRates& rates, const std::string& text,
                   const std::vector<DistributedLayout>& layouts, int ranks) {
    const DistributedProblem problem = bind_distributed(text, layouts, true, 0, ranks);
    std::vector<DistributedCandidate> candidates = enumerate(problem, DistributedOptions(), false);
    for (DistributedCandidate& candidate : candidates) price(problem, rates, candidate);
    const auto best =
        std::min_element(candidates.begin(), candidates.end(),
                         [](const auto& a, const auto& b) { return a.total_ms() < b.total_ms(); });
    return {best->total_ms(), flops(problem.global), to_string(problem, *best)};
}

struct Row {
    std::string benchmark;
    std::string id;
    std::string grid;
    std::string size;  ///< extent of every label or matrix; empty: as the case file says
    int ranks = 1;
};

/// Efficiency is the time of one GPU over that of all times their number.
void print(const Row& row, const Prediction& of, double one_ms) {
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{:.2f}\t{:.2f}\t{:.1f}\t{:.3f}\n", row.benchmark, row.id,
               row.grid, row.size, row.ranks, of.choice, one_ms, of.ms, of.flops / of.ms * 1e-9,
               one_ms / of.ms / row.ranks);
}

void predict_gpu_ranks(const Settings& settings, const RankRates& rates) {
    const Expression expression = read_expression(rank_expression);
    for (const std::int64_t extent : settings.extents) {
        const auto at = [&](const std::string& grid, const char* spread, int ranks) {
            return predict(rates, rank_expression,
                           layouts_of(expression, rank_extents(extent), grid, spread, ranks),
                           ranks);
        };
        const Prediction one = at("", "", 1);
        print({"gpu_ranks", "one GPU", "1", fmt::format("{}", extent), 1}, one, one.ms);
        for (const std::string& grid : grids_of(settings.ranks)) {
            for (const RankCase& given : cases_on(grid)) {
                print({"gpu_ranks", given.id, grid, fmt::format("{}", extent), settings.ranks},
                      at(grid, given.spread, settings.ranks), one.ms);
            }
        }
    }
}

/// Of a part on fewer GPUs, the efficiency is that of its own size.
void predict_scale_out(const Settings& settings, const RankRates& rates) {
    if (settings.cases.empty()) return;
    for (const ScaleOutCase& given : read_scale_out_cases(settings.cases)) {
        const auto at = [&](int part, const std::string& spread, int ranks) {
            return predict(
                rates, given.text,
                layouts_of(given.expression, given.part(part, settings.ranks), "", spread, ranks),
                ranks);
        };
        for (int count = 1; count < settings.ranks; count *= 2) {
            print({"scale_out", given.id + ", a part", fmt::format("{}", count), "", count},
                  at(count, given.aligned, count), at(count, "", 1).ms);
        }
        const Prediction one = at(settings.ranks, "", 1);
        print({"scale_out", given.id + ", one GPU", "1", "", 1}, one, one.ms);
        const std::string grid = fmt::format("{}", settings.ranks);
        print({"scale_out", given.id + ", aligned", grid, "", settings.ranks},
              at(settings.ranks, given.aligned, settings.ranks), one.ms);
        print({"scale_out", given.id + ", not aligned", grid, "", settings.ranks},
              at(settings.ranks, given.other, settings.ranks), one.ms);
    }
}

/// What all devices bring over what there is: how often the host would send each element.
double times_brought(const TileTask& task, const TileCandidate& candidate) {
    double brought = 0;
    double whole = 0;
    for (const std::size_t operand : {operand_l, operand_r}) {
        double tiles = 1;
        for (const std::size_t label : task.tiled.modes[operand]) {
            tiles *= static_cast<double>(candidate.grid.counts[label]);
        }
        double bytes = 8;
        for (const std::size_t label : task.tiled.modes[operand]) {
            bytes *= static_cast<double>(task.tiled.problem.labels[label].extent);
        }
        whole += bytes;
        for (int device = 0; device < task.devices; ++device) {
            const TileSchedule schedule = schedule_of(task.tiled, candidate, device, task.devices);
            brought += bytes / tiles * static_cast<double>(schedule.brought[operand]);
        }
    }
    return brought / whole;
}

/// The plan that planning would choose, twice: with every tile from the host, as planning has it,
/// and with each tile from the host once and from other GPUs, in no time, to those that need it,
/// too. One GPU has links of its own rates, since nobody shares the host's memory with it.
void predict_host_contraction(const Settings& settings, const LinkRates& rates) {
    const Expression expression = read_expression("D(a,b)=L(a,k)*R(k,b)");
    for (const std::int64_t extent : settings.matrices) {
        const OperandLayout matrix{DType::float64, packed({extent, extent})};
        const TiledProblem tiled =
            make_tiled(bind_expression(expression, {matrix, matrix, matrix}, true));
        double one_ms = 0;
        for (int devices = 1; devices <= settings.ranks; devices *= 2) {
            TileTask task{tiled,
                          rates.host,
                          rates.ranks.flops_per_second,
                          settings.multiprocessors,
                          devices,
                          settings.memory_limit};
            if (devices == 1 && settings.one_gpu_links.size() == 2) {
                task.rates.to_device_bytes_per_second = settings.one_gpu_links[0];
                task.rates.from_device_bytes_per_second = settings.one_gpu_links[1];
            }
            const TileCandidate best = choose_tiles(task);
            if (devices == 1) one_ms = best.predicted_ms;
            const auto row = [&](const char* id, double ms) {
                print({"host_contraction", id, "", fmt::format("{}", extent), devices},
                      {ms, flops(tiled.problem), ""}, one_ms);
            };
            row("matrices in host memory", best.predicted_ms);
            if (devices == 1) continue;
            task.rates.to_device_bytes_per_second *= times_brought(task, best);
            row("matrices in host memory, each tile from there once", predicted_ms(task, best));
        }
    }
}

void run(const Settings& settings) {
    const LinkRates rates = read_link_rates(settings.rates);
    fmt::print(
        "# {} x {}, a rank: {:.4g} TFLOP/s, link {:.4g} GB/s, message {:.3g} us, memory {:.4g} "
        "GB/s; host {:.4g} GB/s in, {:.4g} out, measured on {}\n",
        settings.ranks, rates.name, rates.ranks.flops_per_second * 1e-12,
        rates.ranks.link_bytes_per_second * 1e-9, rates.ranks.message_seconds * 1e6,
        rates.ranks.memory_bytes_per_second * 1e-9, rates.host.to_device_bytes_per_second * 1e-9,
        rates.host.from_device_bytes_per_second * 1e-9, rates.devices);
    fmt::print(
        "benchmark\tid\tgrid\tsize\tranks\tchoice\tone_gpu_ms\tpredicted_ms\ttflops\tefficiency\n");
    predict_gpu_ranks(settings, rates.ranks);
    predict_host_contraction(settings, rates);
    predict_scale_out(settings, rates.ranks);
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("What contractions over ranks with GPUs should take", "bench_predicted_ranks");
    app.add_option("rates", settings.rates, "file of ttgt calibrate --devices")->required();
    app.add_option("--ranks", settings.ranks, "GPUs");
    app.add_option("--cases", settings.cases, "case file of bench_scale_out");
    app.add_option("--extents", settings.extents, "of every label, as bench_gpu_ranks has them");
    app.add_option("--matrices", settings.matrices, "in host memory, extents of");
    app.add_option("--one-gpu-links", settings.one_gpu_links,
                   "bytes a second to and from a GPU that works alone, else those of the file")
        ->expected(2);
    app.add_option("--multiprocessors", settings.multiprocessors, "of a GPU");
    app.add_option("--memory-limit", settings.memory_limit, "bytes of each GPU, for tiles");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
