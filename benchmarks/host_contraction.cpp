// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Products of matrices in host memory by one or several GPUs, in page-locked memory or not. Some
// elements are verified, exactly, before each is timed. Writes a row for each case, and before that
// how fast the CPU packs chunks of tiles.
#include <ttgt/error.h>
#include <ttgt/host_contraction.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/device_ranks.h"
#include "benchmarks/support/run_main.h"
#include "contraction/tiled/tile_move.h"
#include "src/runtime/cuda/host_memory.h"
#include "src/runtime/threads.h"
#include "tools/bench/timing.h"
#include "tools/io/values.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string devices = "cuda:0";
    std::vector<std::int64_t> extents{16384, 16384, 16384};
    std::vector<int> pack_threads;
    std::int64_t limit = unlimited;
    std::int64_t chunk = HostContractionOptions{}.chunk_bytes;
    int turns = 5;
    int threads = 0;
    bool explains = false;
    bool skips_locked = false;
    bool skips_pageable = false;
};

double milliseconds(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - begin;
    return taken.count();
}

/// A matrix of small integers in page-locked or other memory.
class Matrix {
public:
    Matrix(std::int64_t rows, std::int64_t columns, bool is_page_locked)
        : layout_(packed({rows, columns})) {
        const std::int64_t bytes = packed_bytes(layout_, sizeof(double));
        if (is_page_locked) {
            locked_ = std::make_unique<cuda::PageLockedBuffer>(bytes, 0);
        } else {
            pageable_ = allocate_host(bytes);
        }
        parallel_ranges(volume(layout_), bytes, available_threads(0),
                        [&](std::int64_t begin, std::int64_t end) {
                            for (std::int64_t i = begin; i < end; ++i) {
                                data()[i] = static_cast<double>((i * 7 + i / 1021) % 7 - 3);
                            }
                        });
    }

    [[nodiscard]] double* data() const {
        return locked_ ? reinterpret_cast<double*>(locked_->data())
                       : static_cast<double*>(pageable_.get());
    }
    [[nodiscard]] double at(std::int64_t row, std::int64_t column) const {
        return data()[row + column * layout_.extents[0]];
    }
    [[nodiscard]] OperandLayout layout() const { return {DType::float64, layout_}; }

private:
    Layout layout_;
    std::unique_ptr<cuda::PageLockedBuffer> locked_;
    std::unique_ptr<void, HostDelete> pageable_;
};

class Bench {
public:
    Bench(const Settings& settings, bool is_page_locked)
        : settings_(settings),
          is_page_locked_(is_page_locked),
          d_(m(), n(), is_page_locked),
          l_(m(), k(), is_page_locked),
          r_(k(), n(), is_page_locked) {}

    void run(const std::string& devices) {
        ContextOptions given;
        given.threads = settings_.threads;
        Context context(given);
        HostContractionOptions options;
        options.devices = parse_devices(devices);
        options.workspace_limit = settings_.limit;
        options.chunk_bytes = settings_.chunk;
        std::unique_ptr<HostContractionPlan> plan;
        const double plan_ms = milliseconds([&] {
            plan = std::make_unique<HostContractionPlan>(plan_host_contraction(
                context, "D(a,b)=L(a,k)*R(k,b)", {d_.layout(), l_.layout(), r_.layout()}, options));
        });
        if (settings_.explains) fmt::print(stderr, "{}", plan->explain());
        const std::vector<const void*> inputs{l_.data(), r_.data()};
        plan->run(d_.data(), inputs);
        const bool is_right = verify();
        std::vector<double> times;
        for (int turn = 0; turn < settings_.turns; ++turn) {
            times.push_back(milliseconds([&] { plan->run(d_.data(), inputs); }));
        }
        std::sort(times.begin(), times.end());
        const double median = tool::median(times);
        const double flops =
            2.0 * static_cast<double>(m()) * static_cast<double>(n()) * static_cast<double>(k());
        fmt::print(
            "{}\t{}\t{}\t{}\t{}\t{}\t{:.1f}\t{}\t{}\t{:.2f}\t{:.2f}\t{:.2f}\t{:.2f}\t{:.2f}\t{}\n",
            m(), n(), k(), devices, is_page_locked_ ? "page-locked" : "pageable",
            settings_.limit == unlimited ? "none" : fmt::format("{}", settings_.limit), plan_ms,
            plan->device_bytes(), plan->staging_bytes(), plan->predicted_ms(), median,
            times.front(), times.back(), flops / median * 1e-9, is_right ? "ok" : "wrong");
        std::fflush(stdout);
    }

private:
    [[nodiscard]] std::int64_t m() const { return settings_.extents[0]; }
    [[nodiscard]] std::int64_t n() const { return settings_.extents[1]; }
    [[nodiscard]] std::int64_t k() const { return settings_.extents[2]; }

    /// Some elements of every part of D.
    [[nodiscard]] bool verify() const {
        constexpr std::int64_t samples = 4096;
        std::atomic<bool> is_right{true};
        parallel_ranges(samples, samples * k(), available_threads(settings_.threads),
                        [&](std::int64_t begin, std::int64_t end) {
                            for (std::int64_t sample = begin; sample < end; ++sample) {
                                if (!is_right_at(sample * 7919 % m(), sample * 6007 % n())) {
                                    is_right = false;
                                }
                            }
                        });
        return is_right;
    }

    [[nodiscard]] bool is_right_at(std::int64_t row, std::int64_t column) const {
        double expected = 0;
        for (std::int64_t i = 0; i < k(); ++i) expected += l_.at(row, i) * r_.at(i, column);
        return d_.at(row, column) == expected;
    }

    const Settings& settings_;
    bool is_page_locked_;
    Matrix d_;
    Matrix l_;
    Matrix r_;
};

/// How fast tiles of a large matrix go into page-locked chunks.
void time_packing(const Settings& settings) {
    constexpr std::int64_t rows = 8192;
    constexpr std::int64_t columns = 2048;
    const Matrix matrix(2 * rows, columns, false);
    for (const std::int64_t chunk_bytes : {std::int64_t{4} << 20, std::int64_t{16} << 20}) {
        const cuda::PageLockedBuffer chunks(3 * chunk_bytes, 0);
        for (const int threads : settings.pack_threads) {
            ContextOptions options;
            options.threads = threads;
            Context context(options);
            const TileMove move(context, {{rows, columns}, {1, 2 * rows}}, DType::float64,
                                chunk_bytes, false);
            const auto pack = [&] {
                std::int64_t next = 0;
                for (const TileMove::Chunk& chunk : move.chunks()) {
                    move.pack(chunk, matrix.data(), chunks.data() + next++ % 3 * chunk_bytes);
                }
            };
            pack();
            const double ms = milliseconds(pack);
            fmt::print("# packing {} threads, chunks of {} MiB: {:.1f} GB/s\n", threads,
                       chunk_bytes >> 20, 1e-6 * static_cast<double>(move.bytes()) / ms);
        }
    }
}

void run(const Settings& settings) {
    if (!settings.pack_threads.empty()) time_packing(settings);
    fmt::print(
        "m\tn\tk\tdevices\tmemory\tlimit\tplan_ms\tdevice_bytes\tstaging_bytes\tpredicted_ms\t"
        "time_ms\tleast_ms\tmost_ms\ttflops\tcheck\n");
    for (const bool is_page_locked : {true, false}) {
        if (is_page_locked ? settings.skips_locked : settings.skips_pageable) continue;
        Bench bench(settings, is_page_locked);
        for (const std::string_view devices : tool::split(settings.devices, ' ')) {
            bench.run(std::string(devices));
        }
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Products of matrices in host memory", "bench_host_contraction");
    app.add_option("--devices", settings.devices, "lists such as \"cuda:0 cuda:0,cuda:1\"");
    app.add_option("--extents", settings.extents, "m n k")->expected(3);
    app.add_option("--limit", settings.limit, "bytes of each device's memory");
    app.add_option("--chunk", settings.chunk, "bytes of page-locked memory at a time");
    app.add_option("--turns", settings.turns, "timed calls of each");
    app.add_option("--threads", settings.threads, "of the CPU");
    app.add_option("--pack-threads", settings.pack_threads, "times packing by so many threads");
    app.add_flag("--skip-locked", settings.skips_locked, "no page-locked matrices");
    app.add_flag("--skip-pageable", settings.skips_pageable, "no others");
    app.add_flag("--explain", settings.explains, "the plans, to stderr");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
