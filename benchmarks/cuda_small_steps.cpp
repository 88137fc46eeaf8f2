// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What a small step of a plan costs on a GPU: chains of square matrices, multiplied from the left,
// so that every step is as large. Runs with the same addresses are launches of one CUDA graph; runs
// with another workspace each time enqueue step by step. host_us: the call alone, the stream empty
// before; total_us: from call to call, many calls in the stream. Medians, for a step of a run.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/on_device.h"
#include "benchmarks/support/run_main.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/stream.h"
#include "tools/bench/timing.h"

namespace ttgt::bench {
namespace {

constexpr int places = 64;         // workspaces in turn, more than a plan remembers
constexpr int calls_together = 4;  // between two waits of total_us
constexpr int turns = 25;

std::string chain_text(std::size_t matrices) {
    std::string text = fmt::format("D(i0,i{})=", matrices);
    for (std::size_t i = 0; i < matrices; ++i) {
        text += fmt::format("{}A(i{},i{})", i == 0 ? "" : "*", i, i + 1);
    }
    return text;
}

PathOptions from_the_left(std::size_t matrices) {
    PathOptions options;
    options.path.push_back({0, 1});
    for (std::size_t last = matrices - 2; last > 0; --last) options.path.push_back({0, last});
    return options;
}

/// Column-major: a rotation of the first two axes, and the identity.
std::vector<double> rotation(std::int64_t extent) {
    std::vector<double> matrix(static_cast<std::size_t>(extent * extent));
    const auto at = [&](std::int64_t i, std::int64_t j) -> double& {
        return matrix[static_cast<std::size_t>(i + extent * j)];
    };
    for (std::int64_t i = 0; i < extent; ++i) at(i, i) = 1;
    at(0, 0) = at(1, 1) = std::cos(0.01);
    at(0, 1) = -std::sin(0.01);
    at(1, 0) = std::sin(0.01);
    return matrix;
}

class ChainBench {
public:
    ChainBench(int device, std::size_t matrices, std::int64_t extent)
        : context_(on_device(device)),
          scope_(device),
          matrices_(matrices),
          extent_(extent),
          bytes_(extent * extent * 8),
          plan_(plan_contraction(
              context_, chain_text(matrices),
              std::vector<OperandLayout>(matrices + 1, {DType::float64, packed({extent, extent})}),
              {}, from_the_left(matrices))),
          operands_(2 * bytes_, device, context_.stream(), "a benchmark"),
          workspace_(plan_.workspace_bytes() + places * 256, device, context_.stream(),
                     "a benchmark"),
          inputs_(matrices, operands_.data()) {
        const std::vector<double> matrix = rotation(extent);
        cuda::copy_to_device(operands_.data(), matrix.data(), bytes_, context_.stream());
        cuda::synchronize(context_.stream());
    }

    void run() {
        const Times steps = time([this] { run_at(++place_ % places); });
        const Times graph = time([this] { run_at(0); });
        const auto a_step = static_cast<double>(matrices_ - 1);
        fmt::print("{}\t{}\t{:.3f}\t{:.3f}\t{:.3f}\t{:.3f}\n", matrices_ - 1, extent_,
                   steps.host_us / a_step, steps.total_us / a_step, graph.host_us / a_step,
                   graph.total_us / a_step);
        std::fflush(stdout);
    }

    static void print_header() {
        fmt::print("steps\textent\tsteps_host_us\tsteps_total_us\tgraph_host_us\tgraph_total_us\n");
    }

private:
    struct Times {
        double host_us = 0;
        double total_us = 0;
    };

    void run_at(int place) {
        RunOptions options;
        options.workspace = {static_cast<char*>(workspace_.data()) + 256 * place,
                             plan_.workspace_bytes()};
        plan_.run(result(), inputs_, options);
    }
    [[nodiscard]] char* result() { return static_cast<char*>(operands_.data()) + bytes_; }

    void verify() {
        double first = 0;
        cuda::copy_to_host(&first, result(), 8, context_.stream());
        cuda::synchronize(context_.stream());
        if (std::abs(first - std::cos(0.01 * static_cast<double>(matrices_))) > 1e-10) {
            throw DeviceError("the product is wrong");
        }
    }

    template <class Run>
    Times time(const Run& run_once) {
        using Clock = std::chrono::steady_clock;
        const auto us = [](Clock::time_point begin) {
            return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
        };
        for (int i = 0; i < 3; ++i) run_once();
        verify();
        std::vector<double> host;
        std::vector<double> total;
        for (int turn = 0; turn < turns; ++turn) {
            auto begin = Clock::now();
            run_once();
            host.push_back(us(begin));
            cuda::synchronize(context_.stream());
            begin = Clock::now();
            for (int call = 0; call < calls_together; ++call) run_once();
            cuda::synchronize(context_.stream());
            total.push_back(us(begin) / calls_together);
        }
        verify();
        return {tool::median(host), tool::median(total)};
    }

    Context context_;
    cuda::DeviceScope scope_;
    std::size_t matrices_;
    std::int64_t extent_;
    std::int64_t bytes_;
    ContractionPlan plan_;
    cuda::DeviceBuffer operands_;
    cuda::DeviceBuffer workspace_;
    std::vector<const void*> inputs_;
    int place_ = 0;
};

void run(int device) {
    ChainBench::print_header();
    for (const std::size_t matrices : {std::size_t{9}, std::size_t{33}, std::size_t{201}}) {
        for (const std::int64_t extent : {2, 16, 64}) {
            ChainBench(device, matrices, extent).run();
        }
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    CLI::App app("Small steps of plans on a GPU, one by one and as one CUDA graph",
                 "bench_cuda_small_steps");
    int device = 0;
    app.add_option("--device", device, "number of the CUDA device")->capture_default_str();
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(device); });
}
