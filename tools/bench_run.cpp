// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench_run.h"

#include <ttgt/error.h>

#include <cstdio>
#include <filesystem>
#include <new>
#include <regex>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/errors.h"
#include "tools/interrupt.h"
#include "tools/output_file.h"

namespace ttgt::tool {
namespace {

namespace fs = std::filesystem;

std::string in_folder(const std::string& folder, const char* file) {
    std::error_code failure;
    fs::create_directories(folder, failure);
    if (failure) throw FileError(folder, "cannot be made a folder: " + failure.message());
    return (fs::path(folder) / file).string();
}

std::string get(const Row& row, const std::string& column) {
    const auto found = row.find(column);
    return found == row.end() ? std::string() : found->second;
}

}  // namespace

std::vector<std::size_t> select(const std::vector<std::string>& ids, const std::string& only) {
    std::vector<std::size_t> positions;
    try {
        const std::regex pattern(only);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (only.empty() || std::regex_search(ids[i], pattern)) positions.push_back(i);
        }
    } catch (const std::regex_error& error) {
        throw InvalidArgument(
            fmt::format("--only: {} is no regular expression: {}", in_quotes(only), error.what()));
    }
    if (positions.empty()) {
        throw InvalidArgument(only.empty()
                                  ? std::string("the case file holds no case")
                                  : fmt::format("--only: {} is found in no id", in_quotes(only)));
    }
    return positions;
}

BenchRun::BenchRun(const BenchCommand& command, RunInfo info, std::vector<std::string> columns)
    : command_(command),
      info_(std::move(info)),
      progress_(command.quiet),
      table_(in_folder(command.out, "results.tsv"), std::move(columns)) {}

void BenchRun::run(const std::vector<std::size_t>& positions, const std::vector<std::string>& ids,
                   const Measure& measure) {
    info_.cases = static_cast<std::int64_t>(positions.size());
    progress_.stage("", info_.cases);
    for (const std::size_t position : positions) {
        progress_.show(fmt::format("{}/{} {}", info_.rows + 1, info_.cases, ids[position]));
        Row row{{"id", ids[position]}};
        try {
            throw_if_interrupted();
            measure_row(position, measure, row);
        } catch (const Interrupted&) {
            info_.interrupted = true;
            finish("interrupted");
            throw;
        }
        table_.append(row);
        ++info_.rows;
        print(row);
        progress_.advance(1);
    }
    finish("");
    throw_failures();
}

void BenchRun::measure_row(std::size_t position, const Measure& measure, Row& row) {
    const auto fail = [&](const std::string& message) {
        row["message"] = message;
        row.emplace("check", "skipped");
        failed_.push_back(row["id"]);
    };
    try {
        measure(position, row);
        if (row["check"] == "fail") wrong_.push_back(row["id"]);
    } catch (const Error& error) {
        fail(error.what());
    } catch (const std::bad_alloc&) {
        fail("out of memory");
    }
}

void BenchRun::print(const Row& row) {
    if (command_.quiet) return;
    progress_.erase();
    const std::string message = get(row, "message");
    std::string line = fmt::format("{:<24}", get(row, "id"));
    if (!message.empty()) {
        line += " failed: " + message;
    } else {
        line += fmt::format(" {:>10} ms", get(row, "time_ms"));
        if (row.contains("gflops")) {
            line += fmt::format(" {:>9} GFLOP/s  overhead {:>9}", get(row, "gflops"),
                                get(row, "overhead"));
        } else {
            line += fmt::format(" {:>9} GB/s  of copy {:>9}", get(row, "gb_s"),
                                get(row, "fraction_of_copy"));
        }
        line += "  check " + get(row, "check");
    }
    fmt::print("{}\n", line);
    std::fflush(stdout);
}

void BenchRun::finish(const std::string& comment) {
    progress_.erase();
    table_.finish(comment);
    OutputFile info(in_folder(command_.out, "run.json"));
    info.write(to_json(info_));
    info.commit();
    if (command_.quiet) return;
    fmt::print("{} of {} cases in {}, the run in {}\n", info_.rows, info_.cases,
               in_folder(command_.out, "results.tsv"), info.path());
    std::fflush(stdout);
}

void BenchRun::throw_failures() const {
    if (!wrong_.empty()) {
        throw CheckFailed(fmt::format("{} of {} results differ from the reference: {}",
                                      wrong_.size(), info_.cases, fmt::join(wrong_, ", ")));
    }
    if (!failed_.empty()) {
        throw RunError(fmt::format("{} of {} cases could not be run (column message): {}",
                                   failed_.size(), info_.cases, fmt::join(failed_, ", ")));
    }
}

}  // namespace ttgt::tool
