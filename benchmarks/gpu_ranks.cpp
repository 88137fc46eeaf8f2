// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// D(a,b,c,d) = L(a,e,b,f)*R(d,f,c,e) over ranks with GPUs, however the operands are spread and on
// whatever grid, beside the same on one GPU; a redistribution alone, and its messages alone. Every
// element is compared with the result of one GPU before anything is timed. Writes a row for each
// case.
#include <ttgt/distributed.h>
#include <ttgt/error.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/device_ranks.h"
#include "benchmarks/support/rank_cases.h"
#include "benchmarks/support/rank_crew.h"
#include "benchmarks/support/run_main.h"
#include "benchmarks/support/spread_layouts.h"
#include "contraction/expression/einsum.h"
#include "distributed/run/transport.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/completion.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/threads.h"
#include "tools/bench/timing.h"
#include "tools/io/values.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string devices = "cuda:0,cuda:1";
    std::string ranks = "threads";
    std::vector<std::string> grids;
    std::vector<std::int64_t> extents{96, 128};
    int turns = 7;
    int threads = 8;
    bool skips_redistribution = false;
};

/// Calls visit(local number, number in the whole tensor) for all elements that a rank holds.
template <class Visit>
void for_each_element(const DistributedLayout& layout, int rank, int threads, Visit&& visit) {
    const Layout local = local_layout(layout, rank);
    std::vector<std::vector<std::int64_t>> indices;
    for (std::size_t mode = 0; mode < local.rank(); ++mode) {
        indices.push_back(global_indices(layout, mode, rank));
    }
    parallel_ranges(
        volume(local), 8 * volume(local), threads, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                std::int64_t rest = i;
                std::int64_t number = 0;
                std::int64_t step = 1;
                for (std::size_t mode = 0; mode < local.rank(); ++mode) {
                    const std::int64_t extent = local.extents[mode];
                    number += step * indices[mode][static_cast<std::size_t>(rest % extent)];
                    step *= layout.extents[mode];
                    rest /= extent;
                }
                visit(i, number);
            }
        });
}

double value(std::size_t operand, std::int64_t number) {
    auto hash = (static_cast<std::uint64_t>(number) * 3 + operand) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 31;
    return static_cast<double>(hash % 7) - 3.0;
}

/// Memory that is not written before it is used.
class HostElements {
public:
    explicit HostElements(std::int64_t elements)
        : elements_(elements),
          data_(std::make_unique_for_overwrite<double[]>(static_cast<std::size_t>(elements))) {}
    [[nodiscard]] double* data() const { return data_.get(); }
    [[nodiscard]] double& operator[](std::int64_t i) const { return data_.get()[i]; }
    [[nodiscard]] std::int64_t bytes() const { return 8 * elements_; }

private:
    std::int64_t elements_;
    std::unique_ptr<double[]> data_;
};

/// What a rank holds of a tensor, on its device.
class DeviceShard {
public:
    DeviceShard(const DistributedLayout& layout, int rank, Context& context, std::size_t operand,
                int threads)
        : elements_(volume(local_layout(layout, rank))),
          buffer_(8 * elements_, context.options().device.index, context.stream(), "a shard") {
        const HostElements host(elements_);
        for_each_element(layout, rank, threads, [&](std::int64_t i, std::int64_t number) {
            host[i] = value(operand, number);
        });
        cuda::copy_to_device(buffer_.data(), host.data(), buffer_.bytes(), buffer_.stream());
        cuda::Completion(buffer_.device(), buffer_.stream()).wait();
    }

    [[nodiscard]] void* data() const { return buffer_.data(); }
    [[nodiscard]] HostElements elements() const {
        HostElements host(elements_);
        cuda::copy_to_host(host.data(), buffer_.data(), buffer_.bytes(), buffer_.stream());
        cuda::Completion(buffer_.device(), buffer_.stream()).wait();
        return host;
    }

private:
    std::int64_t elements_;
    cuda::DeviceBuffer buffer_;
};

/// Where a row belongs.
struct Row {
    std::string id;
    std::string grid;
    std::int64_t extent = 0;
    int ranks = 1;
};

void print(const Row& row, const DistributedReport& report, const std::vector<double>& times,
           double gigabytes, const char* check) {
    const double ms = tool::median(times);
    std::string steps;
    for (const StepReport& step : report.report.steps) {
        steps += fmt::format("{}{} {} {:.3f}", steps.empty() ? "" : "; ", step.kind, step.operand,
                             step.measured_ms);
    }
    fmt::print(
        "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.3f}\t{:.3f}\t{:.3f}\t{:.3f}\t{:.2f}\t{:.1f}\t{}\t{}\n",
        row.id, row.grid, row.extent, row.ranks, report.choice, report.bytes_over_links,
        report.report.workspace_bytes, report.report.predicted_ms, ms, times.front(), times.back(),
        report.report.flops / ms * 1e-9, gigabytes / ms * 1e3, steps, check);
    std::fflush(stdout);
}

/// Plans, with rates that are measured here, and runs once.
class Run {
public:
    Run(Communicator& ranks, Context& context, const char* expression,
        const std::vector<DistributedLayout>& layouts, const Settings& settings)
        : ranks_(ranks), context_(context) {
        for (std::size_t operand = 0; operand < layouts.size(); ++operand) {
            shards_.push_back(std::make_unique<DeviceShard>(layouts[operand], ranks.rank(), context,
                                                            operand, settings.threads));
            if (operand > 0) inputs_.push_back(shards_.back()->data());
        }
        DistributedOptions planning;
        planning.rates = rates_ = measure_rank_rates(ranks, context);
        plan_ = std::make_unique<DistributedPlan>(
            plan_contraction(ranks, context, expression, layouts, planning));
        options_.workspace = context.workspace(plan_->workspace_bytes());
        plan_->run(shards_[0]->data(), inputs_, options_);
    }

    [[nodiscard]] HostElements result() const { return shards_[0]->elements(); }
    [[nodiscard]] const RankRates& rates() const { return rates_; }
    [[nodiscard]] DistributedReport profile() const {
        return plan_->profile(shards_[0]->data(), inputs_, options_);
    }
    [[nodiscard]] std::vector<double> times(int turns) {
        return RankTimer(turns, ranks_, context_).run(*plan_, shards_[0]->data(), inputs_);
    }

private:
    Communicator& ranks_;
    Context& context_;
    std::vector<std::unique_ptr<DeviceShard>> shards_;
    std::vector<const void*> inputs_;
    RankRates rates_;
    std::unique_ptr<DistributedPlan> plan_;
    RunOptions options_;
};

/// D of one GPU, which is timed as well.
HostElements reference(const Settings& settings, const RankCrew& crew, std::int64_t extent) {
    std::optional<HostElements> expected;
    on_devices({crew.device()}, [&](Communicator& ranks, Context& context) {
        Run run(ranks, context, rank_expression,
                layouts_of(read_expression(rank_expression), rank_extents(extent), "", "", 1),
                settings);
        const DistributedReport report = run.profile();
        const std::vector<double> times = run.times(settings.turns);
        if (crew.writes()) print({"one GPU", "1", extent, 1}, report, times, 0, "reference");
        expected = run.result();
    });
    return std::move(*expected);
}

void run_case(const Settings& settings, RankCrew& crew, const RankCase& given, const Row& row,
              const HostElements& expected) {
    crew.run([&](Communicator& ranks, Context& context) {
        const std::vector<DistributedLayout> layouts =
            layouts_of(read_expression(rank_expression), rank_extents(row.extent), row.grid,
                       given.spread, ranks.ranks());
        Run run(ranks, context, rank_expression, layouts, settings);
        std::atomic<std::int64_t> wrong{0};
        const HostElements found = run.result();
        for_each_element(layouts[0], ranks.rank(), settings.threads,
                         [&](std::int64_t i, std::int64_t whole) {
                             if (found[i] != expected[whole]) ++wrong;
                         });
        const bool is_right = largest(*ranks.transport(), wrong == 0 ? 0 : 1) == 0;
        const DistributedReport report = run.profile();
        const std::vector<double> times = run.times(settings.turns);
        if (ranks.rank() > 0) return;
        const RankRates& rates = run.rates();
        fmt::print(
            "# a rank: {:.3g} TFLOP/s, link {:.4g} GB/s, message {:.3g} us, memory {:.4g} GB/s\n",
            rates.flops_per_second * 1e-12, rates.link_bytes_per_second * 1e-9,
            rates.message_seconds * 1e6, rates.memory_bytes_per_second * 1e-9);
        print(row, report, times, 0, is_right ? "ok" : "wrong");
    });
}

/// 1 GiB a rank from rows to columns, and back: what one rank receives from the others, a second.
void run_redistribution(const Settings& settings, RankCrew& crew) {
    crew.run([&](Communicator& ranks, Context& context) {
        const int count = ranks.ranks();
        const std::vector<std::int64_t> extents{16384, std::int64_t{8192} * count};
        const DistributedLayout rows{
            DType::float64, extents, distribute("a,b", {count}, {{"a", {0}}}), {}};
        const DistributedLayout columns{
            DType::float64, extents, distribute("a,b", {count}, {{"b", {0}}}), {}};
        for (const bool to_rows : {false, true}) {
            const DistributedLayout& from = to_rows ? columns : rows;
            const DistributedLayout& to = to_rows ? rows : columns;
            Run run(ranks, context, "D(a,b)=L(a,b)", {to, from}, settings);
            std::atomic<std::int64_t> wrong{0};
            const HostElements found = run.result();
            for_each_element(to, ranks.rank(), settings.threads,
                             [&](std::int64_t i, std::int64_t whole) {
                                 if (found[i] != value(1, whole)) ++wrong;
                             });
            const bool is_right = largest(*ranks.transport(), wrong == 0 ? 0 : 1) == 0;
            const DistributedReport report = run.profile();
            const std::vector<double> times = run.times(settings.turns);
            if (ranks.rank() > 0) continue;
            print({to_rows ? "columns to rows" : "rows to columns", fmt::format("{}", count),
                   extents[0], count},
                  report, times, 1e-9 * static_cast<double>(report.bytes_received),
                  is_right ? "ok" : "wrong");
        }
    });
}

/// The messages of such a redistribution alone, as they are carried from memory to memory.
void run_exchange(const Settings& settings, RankCrew& crew) {
    crew.run([&](Communicator& ranks, Context& context) {
        Transport& transport = *ranks.transport();
        const int count = ranks.ranks();
        const std::int64_t message = (std::int64_t{1} << 30) / count;
        const int device = context.options().device.index;
        const cuda::DeviceBuffer memory(2 * message * count, device, context.stream(), "messages");
        std::vector<Message> sends;
        std::vector<Message> receives;
        for (int peer = 0; peer < count; ++peer) {
            char* const mine = static_cast<char*>(memory.data()) + 2 * message * peer;
            if (peer == ranks.rank()) continue;
            sends.push_back({peer, mine, message});
            receives.push_back({peer, mine + message, message});
        }
        std::vector<double> times;
        for (int turn = 0; turn <= settings.turns; ++turn) {
            (void)largest(transport, 0);
            const auto begin = std::chrono::steady_clock::now();
            transport.exchange(sends, receives, message, context.stream(), [] {});
            cuda::Completion(device, context.stream()).wait();
            const std::chrono::duration<double, std::milli> taken =
                std::chrono::steady_clock::now() - begin;
            const double slowest = largest(transport, taken.count());
            if (turn > 0) times.push_back(slowest);
        }
        std::sort(times.begin(), times.end());
        if (ranks.rank() > 0) return;
        DistributedReport report;
        report.choice = transport.name();
        report.bytes_over_links = message * count * (count - 1);
        print({"messages alone", fmt::format("{}", count), 0, count}, report, times,
              1e-9 * static_cast<double>(message * (count - 1)), "none");
    });
}

void run(const Settings& settings, RankCrew& crew) {
    if (crew.writes()) {
        fmt::print(
            "id\tgrid\textent\tranks\tchoice\tbytes_over_links\tworkspace_bytes\tpredicted_ms\t"
            "time_ms\tleast_ms\tmost_ms\ttflops\treceived_gb_s\tsteps_ms\tcheck\n");
    }
    if (!settings.skips_redistribution) {
        run_exchange(settings, crew);
        run_redistribution(settings, crew);
    }
    const std::vector<std::string> grids =
        settings.grids.empty() ? grids_of(crew.ranks()) : settings.grids;
    for (const std::int64_t extent : settings.extents) {
        const HostElements expected = reference(settings, crew, extent);
        for (const std::string& grid : grids) {
            for (const RankCase& given : cases_on(grid)) {
                run_case(settings, crew, given, {given.id, grid, extent, crew.ranks()}, expected);
            }
        }
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Contractions over ranks with GPUs", "bench_gpu_ranks");
    app.add_option("--devices", settings.devices, "one for each rank");
    app.add_option("--ranks", settings.ranks, "threads, nccl (threads with it) or processes");
    app.add_option("--grids", settings.grids, "such as 4 2x2 1x4");
    app.add_option("--extents", settings.extents, "of every label");
    app.add_option("--turns", settings.turns, "timed calls of each");
    app.add_option("--threads", settings.threads, "of the CPU, for each rank");
    app.add_flag("--skip-redistribution", settings.skips_redistribution, "contractions alone");
    return ttgt::bench::run_main(app, argc, argv, [&] {
        ttgt::bench::with_crew(
            settings.ranks, ttgt::bench::parse_devices(settings.devices),
            [&](ttgt::bench::RankCrew& crew) { ttgt::bench::run(settings, crew); });
    });
}
