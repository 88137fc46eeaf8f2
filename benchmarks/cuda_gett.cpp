// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What the GETT kernels reach with each way to cut a product into tiles: draws of the choices that
// the planner knows, the predicted best first, timed one after the other. Every result is compared
// on the device with that of transpose-GEMM-transpose (row "classic"). Writes one row per choice.
#include <ttgt/context.h>

#include <cstdio>
#include <random>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/on_device.h"
#include "benchmarks/support/run_main.h"
#include "src/core/files/text_file.h"
#include "src/runtime/cuda/properties.h"
#include "tools/bench/cases/case_file.h"
#include "tools/calibrate/cuda/gett_meter.h"
#include "tools/fit/gett_trials.h"
#include "tools/io/values.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    std::string only;
    std::string dtype;
    std::string compute = "full";
    int device = 0;
    int turns = 3;
    tool::GettDraws draws;
    unsigned seed = 1;
};

void run(const Settings& settings) {
    const Context context(on_device(settings.device));
    const cuda::DeviceProperties& properties = cuda::device_properties(settings.device);
    const cuda::Architecture gpu = cuda::architecture_of(properties);
    const tool::MeasureGetts measure = tool::gett_meter(context, settings.turns);
    const ComputeType compute = tool::parse_compute(settings.compute, "--compute");
    std::mt19937_64 random(settings.seed);
    fmt::print("# {}\n{}", properties.name, tool::raw_gett_header());
    const std::string text = read_text_file(settings.cases);
    for (const tool::ContractionCase& given : tool::parse_contraction_cases(text, settings.cases)) {
        if (given.id.find(settings.only) == std::string::npos) continue;
        const DType dtype = tool::dtype_of(given, settings.dtype);
        const tool::GettTrial trial =
            tool::drawn_trial(given, {dtype, compute}, gpu, settings.draws, random);
        fmt::print("{}", tool::raw_gett_rows(trial, measure(trial)));
        std::fflush(stdout);
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times the ways to do products by GETT kernels on a CUDA device");
    app.add_option("CASES", settings.cases, "contraction case file")->required();
    app.add_option("--only", settings.only, "part of the ids to run");
    app.add_option("--dtype", settings.dtype, "instead of the case's own");
    app.add_option("--compute", settings.compute, "full, tf32 or tf32x3");
    app.add_option("--turns", settings.turns, "timed calls of each");
    app.add_option("--draws", settings.draws.most, "choices of a case that are drawn");
    app.add_option("--cheapest", settings.draws.cheapest, "choices predicted to be the cheapest");
    app.add_option("--choice", settings.draws.part, "part of the descriptions to draw from");
    app.add_option("--seed", settings.seed, "of the draws");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
