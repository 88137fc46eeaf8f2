// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What a call costs on a GPU where the tensors are small: microseconds of the host for one `run`,
// which only enqueues, and of the device from event to event, beside an empty kernel in the same
// turns. One row per case.
#include <ttgt/ttgt.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/on_device.h"
#include "benchmarks/support/run_main.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/stream.h"
#include "tools/bench/timing.h"
#include "tools/calibrate/cuda/pointer_chase.h"
#include "tools/operands/cuda/random_tensor.h"

namespace ttgt::bench {
namespace {

constexpr std::int64_t most_bytes = std::int64_t{1} << 20;

class Bench {
public:
    explicit Bench(int device) : device_(device), context_(on_device(device)), scope_(device) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            tensors_.emplace_back(device, context_.stream(), seed);
            tensors_.back().reserve(most_bytes);
            tensors_.back().fill(most_bytes / 8, DType::float64);
        }
    }

    static void print_header() {
        fmt::print("kind\tcase\tbytes\thost_us\tdevice_us\tempty_us\tover_empty\n");
    }

    /// A square and a cube of float64, reversed.
    void transposes() {
        for (std::int64_t edge = 8; edge * edge * 8 <= most_bytes; edge *= 2) {
            transpose({edge, edge}, {1, 0});
        }
        for (std::int64_t edge = 5; edge * edge * edge * 8 <= most_bytes; edge *= 2) {
            transpose({edge, edge, edge}, {2, 1, 0});
        }
    }

    void contractions() {
        for (std::int64_t edge = 4; edge * edge * 8 <= most_bytes; edge *= 2) {
            contraction("D(i,j)=L(i,k)*R(k,j)", {edge, edge}, {edge, edge}, {edge, edge});
        }
        for (std::int64_t edge = 4; edge * edge * edge * 8 <= most_bytes; edge *= 2) {
            contraction("D(a,b,c)=L(k,a,b)*R(c,k)", {edge, edge, edge}, {edge, edge, edge},
                        {edge, edge});
        }
    }

private:
    using Extents = std::vector<std::int64_t>;

    void transpose(const Extents& extents, const std::vector<int>& perm) {
        const Layout layout = packed(extents);  // of equal extents: that of both sides
        const TransposePlan plan = plan_transpose(context_, layout, layout, perm, DType::float64);
        measure("transpose", fmt::format("rank {}, extents {}", perm.size(), extents.front()),
                volume(layout) * 8,
                [&] { plan.run(1.0, tensors_[0].data(), 0.0, tensors_[1].data()); });
    }

    void contraction(const std::string& expression, const Extents& d, const Extents& l,
                     const Extents& r) {
        const auto operand = [](const Extents& extents) {
            return OperandLayout{DType::float64, packed(extents)};
        };
        const ContractionPlan plan =
            plan_contraction(context_, expression, {operand(d), operand(l), operand(r)});
        RunOptions options;
        tensors_[3].reserve(plan.workspace_bytes());
        options.workspace = {tensors_[3].data(), plan.workspace_bytes()};
        measure("contraction", fmt::format("{} extents {}", expression, d.front()),
                volume(packed(d)) * 8, [&] {
                    plan.run(tensors_[0].data(), tensors_[1].data(), tensors_[2].data(), options);
                });
    }

    /// Too few calls at a time to fill the queue, where the host would wait.
    double host_us(const std::function<void()>& run) const {
        constexpr int calls = 100;
        constexpr int batches = 15;
        std::vector<double> us;
        for (int batch = 0; batch <= batches; ++batch) {
            cuda::synchronize(context_.stream());
            const double ms = tool::time_ms([&] {
                for (int call = 0; call < calls; ++call) run();
            });
            if (batch > 0) us.push_back(1e3 * ms / calls);  // the first warms up
        }
        cuda::synchronize(context_.stream());
        return tool::median(us);
    }

    void measure(const char* kind, const std::string& name, std::int64_t bytes,
                 const std::function<void()>& run) const {
        constexpr int turns = 51;
        const double host = host_us(run);
        const Stream stream = context_.stream();
        const auto times = cuda::time_turns_ms(device_, stream, turns,
                                               {run, [&] { tool::launch_nothing(stream); }});
        const auto median_us = [](const std::vector<double>& ms) {
            return 1e3 * tool::median({ms.begin() + 1, ms.end()});
        };
        const double device = median_us(times[0]);
        const double empty = median_us(times[1]);
        fmt::print("{}\t{}\t{}\t{:.3g}\t{:.4g}\t{:.4g}\t{:.3f}\n", kind, name, bytes, host, device,
                   empty, device / empty);
        std::fflush(stdout);
    }

    int device_;
    Context context_;
    cuda::DeviceScope scope_;
    std::vector<tool::RandomTensor> tensors_;  ///< D, L, R, workspace
};

void run(int device) {
    Bench bench(device);
    Bench::print_header();
    bench.transposes();
    bench.contractions();
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    int device = 0;
    CLI::App app("Times calls on small tensors on a GPU: host, device, and an empty kernel");
    app.add_option("--device", device, "number of the CUDA device");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(device); });
}
