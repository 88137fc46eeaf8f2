// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// D(a,b,c,d) = L(a,e,b,f)*R(d,f,c,e) over ranks that are threads with GPUs, however the operands
// are spread, beside the same on one GPU; and a redistribution alone. Every element is compared
// with the result of one GPU before anything is timed. Writes a row for each case.
#include <ttgt/distributed.h>
#include <ttgt/error.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/device_ranks.h"
#include "benchmarks/support/run_main.h"
#include "distributed/transport.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/completion.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/threads.h"
#include "tools/bench/timing.h"
#include "tools/io/values.h"

namespace ttgt::bench {
namespace {

constexpr const char* expression = "D(a,b,c,d)=L(a,e,b,f)*R(d,f,c,e)";

struct Settings {
    std::string devices = "cuda:0,cuda:1";
    std::vector<std::int64_t> extents{96, 128};
    int turns = 7;
    int threads = 8;
};

/// Labels that are spread over all ranks in D, L and R; 0: each rank holds the whole tensor.
struct Case {
    const char* id;
    char d;
    char l;
    char r;
};
constexpr std::array<Case, 3> cases{Case{"aligned", 'd', 0, 'd'}, Case{"L by b", 'd', 'b', 'd'},
                                    Case{"L by f, R by e", 'd', 'f', 'e'}};

DistributedLayout layout_of(const char* labels, char spread, std::int64_t extent, int ranks) {
    const std::size_t modes = 4;
    const std::vector<std::int64_t> extents(modes, extent);
    if (spread == 0) return {DType::float64, extents, replicated(ranks, modes), {}};
    return {
        DType::float64, extents, distribute(labels, {ranks}, {{std::string(1, spread), {0}}}), {}};
}

std::vector<DistributedLayout> layouts_of(const Case& given, std::int64_t extent, int ranks) {
    return {layout_of("a,b,c,d", given.d, extent, ranks),
            layout_of("a,e,b,f", given.l, extent, ranks),
            layout_of("d,f,c,e", given.r, extent, ranks)};
}

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

/// What a rank holds of a tensor, on its device.
class DeviceShard {
public:
    DeviceShard(const DistributedLayout& layout, int rank, Context& context, std::size_t operand,
                int threads)
        : elements_(static_cast<std::size_t>(volume(local_layout(layout, rank)))),
          buffer_(static_cast<std::int64_t>(8 * elements_), context.options().device.index,
                  context.stream(), "a shard") {
        std::vector<double> host(elements_);
        for_each_element(layout, rank, threads, [&](std::int64_t i, std::int64_t number) {
            host[static_cast<std::size_t>(i)] = value(operand, number);
        });
        cuda::copy_to_device(buffer_.data(), host.data(), buffer_.bytes(), buffer_.stream());
    }

    [[nodiscard]] void* data() const { return buffer_.data(); }
    [[nodiscard]] std::vector<double> elements() const {
        std::vector<double> host(elements_);
        cuda::copy_to_host(host.data(), buffer_.data(), buffer_.bytes(), buffer_.stream());
        cuda::Completion(buffer_.device(), buffer_.stream()).wait();
        return host;
    }

private:
    std::size_t elements_;
    cuda::DeviceBuffer buffer_;
};

void print(const std::string& id, std::int64_t extent, std::size_t ranks, const std::string& choice,
           const DistributedReport& report, const std::vector<double>& times, double gigabytes,
           const char* check) {
    const double ms = tool::median(times);
    std::string steps;
    for (const StepReport& step : report.report.steps) {
        steps += fmt::format("{}{} {} {:.3f}", steps.empty() ? "" : "; ", step.kind, step.operand,
                             step.measured_ms);
    }
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{:.3f}\t{:.3f}\t{:.3f}\t{:.3f}\t{:.2f}\t{:.1f}\t{}\t{}\n",
               id, extent, ranks, choice, report.bytes_over_links, report.report.workspace_bytes,
               report.report.predicted_ms, ms, times.front(), times.back(),
               report.report.flops / ms * 1e-9, gigabytes / ms * 1e3, steps, check);
    std::fflush(stdout);
}

/// D of one GPU, which is timed as well.
std::vector<double> reference(const Settings& settings, const Device& device, std::int64_t extent) {
    std::vector<double> expected;
    on_devices({device}, [&](Communicator& ranks, Context& context) {
        const std::vector<DistributedLayout> layouts = layouts_of({"", 0, 0, 0}, extent, 1);
        const DeviceShard d(layouts[0], 0, context, 0, settings.threads);
        const DeviceShard l(layouts[1], 0, context, 1, settings.threads);
        const DeviceShard r(layouts[2], 0, context, 2, settings.threads);
        const DistributedPlan plan = plan_contraction(ranks, context, expression, layouts);
        const std::vector<const void*> inputs{l.data(), r.data()};
        RunOptions options;
        options.workspace = context.workspace(plan.workspace_bytes());
        const DistributedReport report = plan.profile(d.data(), inputs, options);
        print("one GPU", extent, 1, report.choice, report,
              RankTimer(settings.turns, ranks, context).run(plan, d.data(), inputs), 0,
              "reference");
        expected = d.elements();
    });
    return expected;
}

void run_case(const Settings& settings, const std::vector<Device>& devices, const Case& given,
              std::int64_t extent, const std::vector<double>& expected) {
    std::atomic<std::int64_t> wrong{0};
    on_devices(devices, [&](Communicator& ranks, Context& context) {
        const std::vector<DistributedLayout> layouts = layouts_of(given, extent, ranks.ranks());
        const int rank = ranks.rank();
        const DeviceShard d(layouts[0], rank, context, 0, settings.threads);
        const DeviceShard l(layouts[1], rank, context, 1, settings.threads);
        const DeviceShard r(layouts[2], rank, context, 2, settings.threads);
        DistributedOptions planning;
        planning.rates = measure_rank_rates(ranks, context);
        const DistributedPlan plan =
            plan_contraction(ranks, context, expression, layouts, planning);
        const std::vector<const void*> inputs{l.data(), r.data()};
        RunOptions options;
        options.workspace = context.workspace(plan.workspace_bytes());
        plan.run(d.data(), inputs, options);
        const std::vector<double> found = d.elements();
        for_each_element(layouts[0], rank, settings.threads,
                         [&](std::int64_t i, std::int64_t whole) {
                             if (found[static_cast<std::size_t>(i)] !=
                                 expected[static_cast<std::size_t>(whole)]) {
                                 ++wrong;
                             }
                         });
        const DistributedReport report = plan.profile(d.data(), inputs, options);
        const std::vector<double> times =
            RankTimer(settings.turns, ranks, context).run(plan, d.data(), inputs);
        if (rank > 0) return;
        fmt::print(
            "# a rank: {:.3g} TFLOP/s, link {:.4g} GB/s, message {:.3g} us, memory {:.4g} GB/s\n",
            planning.rates->flops_per_second * 1e-12, planning.rates->link_bytes_per_second * 1e-9,
            planning.rates->message_seconds * 1e6, planning.rates->memory_bytes_per_second * 1e-9);
        print(given.id, extent, devices.size(), report.choice, report, times, 0,
              wrong == 0 ? "ok" : "wrong");
    });
}

/// 1 GiB a rank from rows to columns: what one rank sends to the others, a second.
void run_redistribution(const Settings& settings, const std::vector<Device>& devices) {
    on_devices(devices, [&](Communicator& ranks, Context& context) {
        const int count = ranks.ranks();
        const std::vector<std::int64_t> extents{16384, std::int64_t{8192} * count};
        const DistributedLayout rows{
            DType::float64, extents, distribute("a,b", {count}, {{"a", {0}}}), {}};
        const DistributedLayout columns{
            DType::float64, extents, distribute("a,b", {count}, {{"b", {0}}}), {}};
        for (const bool to_rows : {false, true}) {
            const DistributedLayout& from = to_rows ? columns : rows;
            const DistributedLayout& to = to_rows ? rows : columns;
            const DeviceShard d(to, ranks.rank(), context, 0, settings.threads);
            const DeviceShard l(from, ranks.rank(), context, 1, settings.threads);
            const DistributedPlan plan =
                plan_contraction(ranks, context, "D(a,b)=L(a,b)", {to, from});
            const std::vector<const void*> inputs{l.data()};
            RunOptions options;
            options.workspace = context.workspace(plan.workspace_bytes());
            const DistributedReport report = plan.profile(d.data(), inputs, options);
            bool is_right = true;
            const std::vector<double> found = d.elements();
            for_each_element(to, ranks.rank(), 1, [&](std::int64_t i, std::int64_t whole) {
                is_right = is_right && found[static_cast<std::size_t>(i)] == value(1, whole);
            });
            const std::vector<double> times =
                RankTimer(settings.turns, ranks, context).run(plan, d.data(), inputs);
            const bool all_right = largest(*ranks.transport(), is_right ? 0 : 1) == 0;
            if (ranks.rank() > 0) continue;
            print(to_rows ? "columns to rows" : "rows to columns", extents[0], devices.size(),
                  report.choice, report, times, 1e-9 * static_cast<double>(report.bytes_received),
                  all_right ? "ok" : "wrong");
        }
    });
}

void run(const Settings& settings) {
    const std::vector<Device> devices = parse_devices(settings.devices);
    fmt::print(
        "id\textent\tranks\tchoice\tbytes_over_links\tworkspace_bytes\tpredicted_ms\ttime_ms\t"
        "least_ms\tmost_ms\ttflops\treceived_gb_s\tsteps_ms\tcheck\n");
    run_redistribution(settings, devices);
    for (const std::int64_t extent : settings.extents) {
        const std::vector<double> expected = reference(settings, devices.front(), extent);
        for (const Case& given : cases) run_case(settings, devices, given, extent, expected);
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Contractions over ranks with GPUs", "bench_gpu_ranks");
    app.add_option("--devices", settings.devices, "one for each rank");
    app.add_option("--extents", settings.extents, "of every label");
    app.add_option("--turns", settings.turns, "timed calls of each");
    app.add_option("--threads", settings.threads, "of the CPU, for each rank");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
