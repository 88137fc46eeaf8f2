// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The cost models as fit.py sees them. `gett-model` and `transpose-model` print names, compiled-in
// values and measured microseconds, a line each; for each line of other values that it then reads,
// it prints a line of predicted microseconds. `gett-rows` prints launches as bench_cuda_gett does,
// with the predicted time in the place of a measured one: no GPU is needed.
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "contraction/cuda/direct/direct_launch.h"
#include "src/core/text_file.h"
#include "tools/fit/fitted_model.h"
#include "tools/fit/gett_columns.h"
#include "tools/fit/gett_draws.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

struct FitCommand {
    std::string file;
    std::string dtype = "float64";
    std::string compute = "full";
    GettDraws draws;
    unsigned seed = 1;
};

cuda::GettProducts products_of(const FitCommand& command) {
    return {parse_numeric_dtype(command.dtype, "--dtype"),
            parse_compute(command.compute, "--compute")};
}

void print_line(const std::vector<double>& values) {
    std::string line;
    for (const double value : values) line += fmt::format("{:.9g}\t", value);
    if (!line.empty()) line.back() = '\n';
    fmt::print("{}", line);
    std::fflush(stdout);
}

void answer(const FittedModel& model) {
    fmt::print("{}\n", fmt::join(model.names, "\t"));
    print_line(model.values);
    print_line(model.measured_us);
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::vector<double> values;
        for (double value = 0; words >> value;) values.push_back(value);
        print_line(model.predict_us(values));
    }
}

void print_rows(const FitCommand& command) {
    const cuda::GettProducts products = products_of(command);
    const cuda::Architecture gpu = cuda::sm_90();
    std::mt19937_64 random(command.seed);
    fmt::print("id\tcheck\tms\t{}\n", gett_header());
    const std::string text = read_text_file(command.file);
    for (const ContractionCase& given : parse_contraction_cases(text, command.file)) {
        const cuda::DirectShape shape =
            cuda::make_shape(direct_step_of(given, products.dtype, products.compute));
        if (!cuda::suits_gett(shape)) continue;
        for (const cuda::GettChoice& choice : drawn_getts(shape, gpu, command.draws, random)) {
            const auto work = work_of(shape, choice, gpu);
            if (!work) continue;
            fmt::print("{}\tok\t{:.6g}\t{}\n", given.id, cuda::predict_us(*work, gpu) / 1000,
                       gett_cells(*work, gpu));
        }
    }
}

int run(int argc, char** argv) {
    FitCommand command;
    CLI::App app("Cost models, their predictions by other values, and launches to fit them to");
    app.require_subcommand(1);
    app.fallthrough();  // so that options may follow the subcommand
    app.add_option("--dtype", command.dtype, "of the inputs");
    app.add_option("--compute", command.compute, "full, tf32 or tf32x3");
    CLI::App* const model = app.add_subcommand("gett-model", "the rates of GETT kernels");
    model->add_option("RAW", command.file, "table of launches")->required();
    CLI::App* const transposes = app.add_subcommand("transpose-model", "rates of CUDA transposes");
    transposes->add_option("RAW", command.file, "results.tsv of all candidates")->required();
    CLI::App* const rows = app.add_subcommand("gett-rows", "launches of GETT kernels, not timed");
    rows->add_option("CASES", command.file, "contraction case file")->required();
    rows->add_option("--draws", command.draws.most, "choices of a case at most");
    rows->add_option("--seed", command.seed, "of the draws");
    CLI11_PARSE(app, argc, argv);
    try {
        if (rows->parsed()) {
            print_rows(command);
        } else {
            const RawTable table(read_text_file(command.file), command.file);
            answer(transposes->parsed() ? transpose_model(table)
                                        : gett_model(table, products_of(command)));
        }
    } catch (const std::exception& error) {
        fmt::print(stderr, "fit_models: {}\n", error.what());
        return 1;
    }
    return 0;
}

}  // namespace
}  // namespace ttgt::tool

int main(int argc, char** argv) { return ttgt::tool::run(argc, argv); }
