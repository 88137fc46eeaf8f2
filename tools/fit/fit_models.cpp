// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The cost models as fit.py sees them. `model NAME RAW` prints names, compiled-in values, the least
// and the largest values that a fit may give, measured microseconds and the ids of contractions, a
// line each; for each line
// of other values that it then reads, it prints a line of predicted microseconds. `fit NAME RAW`
// fits the values itself and prints what fit.py prints. `rows NAME CASES` prints launches with the
// predicted time in the place of a measured one: nothing is run, and no GPU is needed.
#include <ttgt/error.h>

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
#include "src/context/calibration_file.h"
#include "src/core/files/text_file.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/transpose/transpose_task.h"
#include "tools/fit/direct_step.h"
#include "tools/fit/fitted_model.h"
#include "tools/fit/gett_columns.h"
#include "tools/fit/gett_draws.h"
#include "tools/fit/least_squares.h"
#include "tools/io/values.h"
#include "transpose/cpu/tile.h"

namespace ttgt::tool {
namespace {

struct FitCommand {
    std::string model;
    std::string file;
    std::string dtype = "float64";
    std::string compute = "full";
    DirectMachine machine;
    std::string calibration;
    std::string cases;
    GettDraws draws;
    unsigned seed = 1;
};

cuda::GettProducts products_of(const FitCommand& command) {
    return {parse_numeric_dtype(command.dtype, "--dtype"),
            parse_compute(command.compute, "--compute")};
}

void print_line(const std::vector<double>& values) {
    std::string line;
    for (const double value : values) line += fmt::format("{:.17g}\t", value);
    fmt::print("{}\n", line);
    std::fflush(stdout);
}

void answer(const FittedModel& model) {
    fmt::print("{}\n", fmt::join(model.names, "\t"));
    print_line(model.values);
    std::vector<double> low;
    std::vector<double> high;
    for (const std::string& name : model.names) {
        low.push_back(bounds_of(name).low);
        high.push_back(bounds_of(name).high);
    }
    print_line(low);
    print_line(high);
    print_line(model.measured_us);
    fmt::print("{}\n", fmt::join(model.cases, "\t"));
    std::fflush(stdout);
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::vector<double> values;
        for (double value = 0; words >> value;) values.push_back(value);
        print_line(model.predict_us(values));
    }
}

void print_error(const char* when, const FittedModel& model, const std::vector<double>& values) {
    const FitError error = error_of(model, values);
    fmt::print(
        "{}: off by a factor of {:.3f} (geometric mean), {:.3f} (90th percentile), {} launches\n",
        when, error.mean, error.high, model.measured_us.size());
}

void print_fit(const FittedModel& model) {
    if (model.measured_us.size() < fewest_launches * model.values.size()) {
        throw InvalidArgument(fmt::format("{} launches for {} values", model.measured_us.size(),
                                          model.values.size()));
    }
    const std::vector<double> values = fitted_values(model);
    print_error("before", model, model.values);
    print_error("after", model, values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        fmt::print("{}\t{:.3g}\t{:.3g}\n", model.names[i], model.values[i], values[i]);
    }
}

void print_gett_rows(const FitCommand& command) {
    const cuda::GettProducts products = products_of(command);
    const cuda::Architecture gpu = cuda::sm_90();
    std::mt19937_64 random(command.seed);
    fmt::print("id\tcheck\tms\t{}\n", gett_header());
    const std::string text = read_text_file(command.file);
    for (const ContractionCase& given : parse_contraction_cases(text, command.file)) {
        const cuda::DirectShape shape =
            cuda::make_shape(direct_step_of(problem_of(given, products.dtype, products.compute)));
        if (!cuda::suits_gett(shape)) continue;
        for (const cuda::GettChoice& choice : drawn_getts(shape, gpu, command.draws, random)) {
            const auto work = work_of(shape, choice, gpu);
            if (!work) continue;
            fmt::print("{}\tok\t{:.6g}\t{}\n", given.id, cuda::predict_us(*work, gpu) / 1000,
                       gett_cells(*work, gpu));
        }
    }
}

void print_cpu_transpose_rows(const FitCommand& command) {
    fmt::print("id\telement_bytes\textents\tperm\tarray\tmethod\tparameters\ttime_ms\tcheck\n");
    const std::string text = read_text_file(command.file);
    for (const TransposeCase& given : parse_transpose_cases(text, command.file)) {
        const TransposeTask task = task_of(given);
        const TransposeProblem problem = make_transpose_problem(task.dtype, task.modes());
        for (const PricedCpuTile& tile : tiles_by_cost(problem)) {
            fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.6g}\tok\n", given.id,
                       size_bytes(given.dtype), fmt::join(given.extents, ","),
                       fmt::join(given.perm, ","), fmt::join(given.array, ","),
                       to_string(tile.tile.method), describe(tile.tile, size_bytes(given.dtype)),
                       cost_ns(problem, tile.tile) * 1e-6);
        }
    }
}

DirectMachine machine_of(const FitCommand& command) {
    DirectMachine machine = command.machine;
    if (!command.calibration.empty()) {
        machine.calibration =
            parse_calibration(read_text_file(command.calibration), command.calibration);
    }
    return machine;
}

std::vector<ContractionCase> contractions_of(const std::string& path) {
    return parse_contraction_cases(read_text_file(path), path);
}

void print_cpu_direct_rows(const FitCommand& command) {
    const DirectMachine machine = machine_of(command);
    fmt::print("id\tcandidate\tmedian_ms\n");
    for (const ContractionCase& given : contractions_of(command.file)) {
        const double ms = predicted_ms(direct_launch_of(given, machine), machine, {});
        fmt::print("{}\tdirect\t{:.9g}\n", given.id, ms);
    }
}

FittedModel model_of(const FitCommand& command) {
    const RawTable table(read_text_file(command.file), command.file);
    if (command.model == "gett") return gett_model(table, products_of(command));
    if (command.model == "cuda-transposes") return cuda_transpose_model(table);
    if (command.model == "cpu-direct") {
        return cpu_direct_model(table, contractions_of(command.cases), machine_of(command));
    }
    if (command.model == "outer") return outer_model(table, contractions_of(command.cases));
    return cpu_transpose_model(table, command.model == "cpu-streamed");
}

void add_model(CLI::App& app, FitCommand& command) {
    app.add_option("NAME", command.model, "which model")
        ->required()
        ->check(CLI::IsMember(
            {"gett", "outer", "cuda-transposes", "cpu-streamed", "cpu-cached", "cpu-direct"}));
    app.add_option("RAW", command.file, "table of launches")->required();
}

int run(int argc, char** argv) {
    FitCommand command;
    CLI::App app("Cost models, their predictions by other values, and launches to fit them to");
    app.require_subcommand(1);
    app.fallthrough();  // so that options may follow the subcommand
    app.add_option("--dtype", command.dtype, "of the inputs of GETT kernels");
    app.add_option("--compute", command.compute, "full, tf32 or tf32x3");
    app.add_option("--cases", command.cases,
                   "case file of the contractions that Direct or the outer kernel ran");
    app.add_option("--threads", command.machine.threads, "by which Direct ran");
    app.add_option("--calibration", command.calibration, "file of the CPU on which Direct ran");
    CLI::App* const model = app.add_subcommand("model", "a model and the launches of a table");
    CLI::App* const fit = app.add_subcommand("fit", "a model's values, fitted to a table");
    add_model(*model, command);
    add_model(*fit, command);
    CLI::App* const rows = app.add_subcommand("rows", "launches that nothing has timed");
    rows->add_option("NAME", command.model, "of which kernels")
        ->required()
        ->check(CLI::IsMember({"gett", "cpu-transposes", "cpu-direct"}));
    rows->add_option("CASES", command.file, "case file")->required();
    rows->add_option("--draws", command.draws.most, "choices of a contraction that are drawn");
    rows->add_option("--cheapest", command.draws.cheapest, "choices predicted to be the cheapest");
    rows->add_option("--seed", command.seed, "of the draws");
    CLI11_PARSE(app, argc, argv);
    try {
        if (model->parsed()) {
            answer(model_of(command));
        } else if (fit->parsed()) {
            print_fit(model_of(command));
        } else if (command.model == "gett") {
            print_gett_rows(command);
        } else if (command.model == "cpu-direct") {
            print_cpu_direct_rows(command);
        } else {
            print_cpu_transpose_rows(command);
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
