// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/bench_run.h"

#include <ttgt/error.h>

#include <algorithm>
#include <new>
#include <regex>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/bench/results/earlier_run.h"
#include "tools/io/errors.h"
#include "tools/io/interrupt.h"
#include "tools/io/standard_output.h"

namespace ttgt::tool {
namespace {

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

std::map<std::string, std::string> settings_of(const BenchOptions& command) {
    return {{"device", command.device},
            {"repeats", std::to_string(command.repeats)},
            {"threads", std::to_string(command.threads)},
            {"check", command.check ? "yes" : "no"}};
}

BenchRun::BenchRun(const BenchOptions& command, BenchTable table)
    : command_(command),
      what_(std::move(table)),
      folder_(command),
      progress_(command.quiet),
      lines_(what_.columns, what_.strategies.size() > 1) {
    using Clock = std::chrono::steady_clock;
    const std::chrono::duration<double> time(command.stop_after);
    if (time.count() > 0) {
        deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
    }
    if (command.resume) {
        earlier_ =
            rows_of_earlier_run(folder_.path(), what_.settings, what_.columns, what_.strategies);
    }
}

std::vector<std::size_t> BenchRun::keep_earlier(const std::vector<std::string>& ids) {
    std::vector<std::size_t> others;
    for (std::size_t position = 0; position < ids.size(); ++position) {
        const auto known = earlier_.find(ids[position]);
        if (known == earlier_.end()) {
            others.push_back(position);
            continue;
        }
        rows_.insert(rows_.end(), known->second.begin(), known->second.end());
        ++cases_done_;
    }
    return others;
}

void BenchRun::begin(std::size_t cases, const std::vector<std::size_t>& positions) {
    table_ = folder_.begin(what_.columns, rows_);
    info_.settings = what_.settings;
    info_.cases = static_cast<std::int64_t>(cases);
    info_.rows = static_cast<std::int64_t>(rows_.size());
    info_.interrupted = true;  // what stands there where nobody gets to correct it
    folder_.write(info_);
    print(lines_.heading());
    progress_.stage("", static_cast<std::int64_t>(positions.size()));
}

void BenchRun::run(RunInfo info, const std::vector<std::string>& ids, const Measure& measure) {
    info_ = std::move(info);
    const std::vector<std::size_t> positions = keep_earlier(ids);
    begin(ids.size(), positions);
    for (const std::size_t position : positions) {
        if (is_late()) break;
        try {
            throw_if_interrupted();
            run_case(position, ids[position], measure);
        } catch (const Interrupted&) {
            finish("interrupted");
            throw;
        }
        progress_.advance(1);
    }
    info_.interrupted = cases_done_ < info_.cases;
    finish(info_.interrupted ? "stopped before the end; --resume goes on" : "");
    throw_failures();
}

void BenchRun::run_case(std::size_t position, const std::string& id, const Measure& measure) {
    const std::string title = fmt::format("{}/{} {}", cases_done_ + 1, info_.cases, id);
    progress_.show(title);
    std::vector<Row> rows;
    for (const std::string& strategy : what_.strategies) {
        Row& row = rows.emplace_back(Row{{"id", id}});
        if (!strategy.empty()) row["strategy"] = strategy;
    }
    measure_case(position, measure, rows, [&](std::string_view phase) {
        progress_.show(fmt::format("{}: {}", title, phase));
    });
    std::string text;
    for (const Row& row : rows) {
        table_->append(row);
        text += lines_.line(row);
    }
    print(text);
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    info_.rows = static_cast<std::int64_t>(rows_.size());
    ++cases_done_;
}

void BenchRun::measure_case(std::size_t position, const Measure& measure, std::vector<Row>& rows,
                            const Say& say) {
    const auto fail = [&](const std::string& message) {
        for (Row& row : rows) {
            row["message"] = message;
            row.emplace("check", "skipped");
        }
        failed_.push_back(rows.front()["id"]);
    };
    try {
        measure(position, rows, say);
        const bool wrong = std::any_of(rows.begin(), rows.end(),
                                       [](const Row& row) { return cell(row, "check") == "fail"; });
        if (wrong) wrong_.push_back(rows.front()["id"]);
    } catch (const Error& error) {
        fail(error.what());
    } catch (const std::bad_alloc&) {
        fail("out of memory");
    }
}

void BenchRun::print(std::string_view text) {
    if (command_.quiet) return;
    progress_.erase();
    tool::print(text);
}

bool BenchRun::is_late() const {
    return deadline_ && std::chrono::steady_clock::now() >= *deadline_;
}

void BenchRun::finish(const std::string& comment) {
    progress_.erase();
    table_->finish(comment);
    folder_.write(info_);
    print(lines_.summary(rows_));
    print(fmt::format("{} of {} cases in {}, the run in {}\n", cases_done_, info_.cases,
                      folder_.table_path(), folder_.info_path()));
    if (!comment.empty()) print(comment + "\n");
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
