// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// How long a GPU takes to read one word whose address the word before gave (Fig. 4 of Hynninen &
// Lyakh 2017), over the memory that the reads go round: the steps are the caches. One row per size.
#include <ttgt/context.h>

#include <cstdint>
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/on_device.h"
#include "benchmarks/support/run_main.h"
#include "tools/calibrate/cuda/device_memory_times.h"

namespace ttgt::bench {
namespace {

void run(int device) {
    constexpr std::int64_t least = std::int64_t{16} << 10;
    constexpr std::int64_t most = std::int64_t{4} << 30;
    const Context context(on_device(device));
    fmt::print("bytes\tlatency_ns\n");
    for (std::int64_t bytes = least; bytes <= most; bytes *= 2) {
        fmt::print("{}\t{:.1f}\n", bytes, 1e3 * tool::measure_latency_us(context, bytes));
        (void)std::fflush(stdout);
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    int device = 0;
    CLI::App app("Times reads of a GPU's memory one after the other, by the memory they go round");
    app.add_option("--device", device, "number of the CUDA device");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(device); });
}
