// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench_run.h"

#include <ttgt/error.h>

#include <algorithm>
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

/// As many ids as a message may show.
std::string first_of(const std::vector<std::string>& ids) {
    constexpr std::size_t most = 20;
    const std::vector<std::string> shown(
        ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(std::min(most, ids.size())));
    return fmt::format("{}{}", fmt::join(shown, ", "), shown.size() < ids.size() ? ", ..." : "");
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

BenchRun::BenchRun(const BenchCommand& command, RunInfo info, std::vector<std::string> columns,
                   std::size_t rows_per_case)
    : command_(command),
      info_(std::move(info)),
      progress_(command.quiet),
      table_(in_folder(command.out, "results.tsv"), std::move(columns)),
      rows_per_case_(rows_per_case) {}

std::vector<std::size_t> BenchRun::keep(const std::vector<std::string>& ids,
                                        const std::map<std::string, std::vector<Row>>& earlier) {
    std::vector<std::size_t> others;
    for (std::size_t position = 0; position < ids.size(); ++position) {
        const auto known = earlier.find(ids[position]);
        if (known == earlier.end()) {
            others.push_back(position);
        } else {
            keep(known->second);
        }
    }
    return others;
}

void BenchRun::keep(const std::vector<Row>& rows) {
    for (const Row& row : rows) table_.append(row);
    info_.rows += static_cast<std::int64_t>(rows.size());
    ++cases_done_;
}

void BenchRun::stop_after(double seconds, std::chrono::steady_clock::time_point start) {
    using Clock = std::chrono::steady_clock;
    if (seconds <= 0) return;
    deadline_ =
        start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

void BenchRun::run(const std::vector<std::size_t>& positions, const std::vector<std::string>& ids,
                   const Measure& measure) {
    info_.cases = cases_done_ + static_cast<std::int64_t>(positions.size());
    info_.interrupted = true;  // what stands there where nobody gets to correct it
    write_info();
    progress_.stage("", static_cast<std::int64_t>(positions.size()));
    for (const std::size_t position : positions) {
        if (is_late()) break;
        progress_.show(fmt::format("{}/{} {}", cases_done_ + 1, info_.cases, ids[position]));
        std::vector<Row> rows(rows_per_case_, Row{{"id", ids[position]}});
        try {
            throw_if_interrupted();
            measure_case(position, measure, rows);
        } catch (const Interrupted&) {
            finish("interrupted");
            throw;
        }
        keep(rows);
        for (const Row& row : rows) print(row);
        progress_.advance(1);
    }
    info_.interrupted = cases_done_ < info_.cases;
    finish(info_.interrupted ? "stopped before the end; --resume goes on" : "");
    throw_failures();
}

void BenchRun::measure_case(std::size_t position, const Measure& measure, std::vector<Row>& rows) {
    const auto fail = [&](const std::string& message) {
        for (Row& row : rows) {
            row["message"] = message;
            row.emplace("check", "skipped");
        }
        failed_.push_back(rows.front()["id"]);
    };
    try {
        measure(position, rows);
        const bool wrong = std::any_of(rows.begin(), rows.end(),
                                       [](const Row& row) { return get(row, "check") == "fail"; });
        if (wrong) wrong_.push_back(rows.front()["id"]);
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
    if (rows_per_case_ > 1) line += fmt::format(" {:<12}", get(row, "strategy"));
    if (row.contains("parameters")) {
        line += fmt::format(" {} {}", get(row, "method"), get(row, "parameters"));
    }
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

bool BenchRun::is_late() const {
    return deadline_ && std::chrono::steady_clock::now() >= *deadline_;
}

void BenchRun::finish(const std::string& comment) {
    progress_.erase();
    table_.finish(comment);
    write_info();
    if (command_.quiet) return;
    fmt::print("{} of {} cases in {}, the run in {}\n", cases_done_, info_.cases,
               in_folder(command_.out, "results.tsv"), in_folder(command_.out, "run.json"));
    if (!comment.empty()) fmt::print("{}\n", comment);
    std::fflush(stdout);
}

void BenchRun::write_info() const {
    OutputFile info(in_folder(command_.out, "run.json"));
    info.write(to_json(info_));
    info.commit();
}

void BenchRun::throw_failures() const {
    if (!wrong_.empty()) {
        throw CheckFailed(fmt::format("{} of {} results differ from the reference: {}",
                                      wrong_.size(), info_.cases, first_of(wrong_)));
    }
    if (!failed_.empty()) {
        throw RunError(fmt::format("{} of {} cases could not be run (column message): {}",
                                   failed_.size(), info_.cases, first_of(failed_)));
    }
}

}  // namespace ttgt::tool
