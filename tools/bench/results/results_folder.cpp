// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/results/results_folder.h"

#include <array>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/io/errors.h"
#include "tools/io/output_file.h"

namespace ttgt::tool {
namespace {

namespace fs = std::filesystem;

/// What benchmarks/plot.py draws of a table, each as .png and .svg, beside report.html.
constexpr std::array figures{"gflops_by_intensity",
                             "fastest_by_intensity",
                             "overhead_by_intensity",
                             "predicted_over_measured",
                             "roofline_fraction",
                             "of_gemm",
                             "transpose_fraction_of_copy",
                             "transpose_bandwidth_by_rank",
                             "transpose_bandwidth_by_size",
                             "transpose_bandwidth_by_extent",
                             "candidates_predicted_over_measured",
                             "candidates_regret"};

std::string made_folder(const std::string& path) {
    std::error_code failure;
    fs::create_directories(path, failure);
    if (failure) throw FileError(path, "cannot be made a folder: " + failure.message());
    return path;
}

void remove(const std::string& path) {
    std::error_code failure;
    fs::remove(path, failure);
    if (failure) throw RunError(path + ": cannot be removed: " + failure.message());
}

}  // namespace

ResultsFolder::ResultsFolder(const BenchOptions& command)
    : path_(made_folder(command.out)),
      lock_(path_, fmt::format("ttgt {}", fmt::join(command.command_line, " "))) {
    for (const char* const name : {"run.json", "results.tsv.partial", "results.tsv"}) {
        if (fs::exists(file(name))) earlier_ = name;
    }
    if (earlier_.empty() || command.resume || command.replace) return;
    throw FileError(path_, fmt::format("holds the {} of an earlier run: --resume goes on with it, "
                                       "--replace begins anew",
                                       earlier_));
}

std::unique_ptr<ResultsTable> ResultsFolder::begin(const std::vector<std::string>& columns,
                                                   const std::vector<Row>& rows) const {
    auto table = std::make_unique<ResultsTable>(table_path(), columns, rows);
    if (earlier_.empty()) return table;  // files of these names are not of a benchmark
    remove(table_path());
    remove(file("report.html"));
    for (const std::string name : figures) {
        remove(file(name + ".png"));
        remove(file(name + ".svg"));
    }
    return table;
}

void ResultsFolder::write(const RunInfo& info) const {
    OutputFile out(info_path());
    out.write(to_json(info));
    out.commit();
}

std::string ResultsFolder::file(const std::string& name) const {
    return (fs::path(path_) / name).string();
}

}  // namespace ttgt::tool
