// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/results/bench_lines.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "tools/bench/timing.h"

namespace ttgt::tool {
namespace {

constexpr std::array<BenchLines::Column, 7> shown_columns{{
    {"time_ms", "ms", 10, -1},
    {"gflops", "GFLOP/s", 9, -1},
    {"overhead", "overhead", 9, 3},
    {"roofline_fraction", "of roofline", 12, 3},
    {"of_gemm", "of gemm", 9, 3},
    {"gb_s", "GB/s", 9, -1},
    {"fraction_of_copy", "of copy", 9, 3},
}};

/// Empty where the cell holds no finite number.
std::optional<double> number(const Row& row, const char* column) {
    const std::string text = cell(row, column);
    double value = 0;
    const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = failure == std::errc{} && stop == text.data() + text.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string rounded(const BenchLines::Column& column, std::optional<double> value) {
    if (!value) return fmt::format(" {:>{}}", "-", column.width);
    if (column.decimals >= 0) {
        return fmt::format(" {:>{}.{}f}", *value, column.width, column.decimals);
    }
    constexpr double all_digits = 1e4;  // {:.4g} would use an exponent from there on
    return *value < all_digits ? fmt::format(" {:>{}.4g}", *value, column.width)
                               : fmt::format(" {:>{}.0f}", *value, column.width);
}

std::optional<double> median_of(const std::vector<const Row*>& rows, const char* column) {
    std::vector<double> values;
    for (const Row* row : rows) {
        const std::optional<double> value = number(*row, column);
        if (value) values.push_back(*value);
    }
    return values.empty() ? std::nullopt : std::optional(median(values));
}

/// "46 ok, 1 fail, 1 failed".
std::string checks_of(const std::vector<Row>& rows) {
    std::map<std::string, int> counts;
    for (const Row& row : rows)
        ++counts[cell(row, "message").empty() ? cell(row, "check") : "failed"];
    std::string text;
    for (const char* const outcome : {"ok", "fail", "skipped", "failed"}) {
        const int count = counts[outcome];
        if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, outcome);
    }
    return text;
}

}  // namespace

BenchLines::BenchLines(const std::vector<std::string>& columns, bool shows_strategy)
    : shows_strategy_(shows_strategy) {
    const auto has = [&](const char* name) {
        return std::find(columns.begin(), columns.end(), name) != columns.end();
    };
    for (const Column& column : shown_columns) {
        if (has(column.name)) numbers_.push_back(column);
    }
    shows_parameters_ = has("parameters");
}

std::string BenchLines::label(const std::string& id, const Row& row) const {
    std::string text = fmt::format("{:<24}", id);
    if (shows_strategy_) text += fmt::format(" {:<9}", cell(row, "strategy"));
    return text;
}

std::string BenchLines::heading() const {
    std::string text = label("case", {{"strategy", "strategy"}});
    for (const Column& column : numbers_) {
        text += fmt::format(" {:>{}}", column.heading, column.width);
    }
    text += "  check";
    if (shows_parameters_) text += "    method";
    return text + "\n";
}

std::string BenchLines::line(const Row& row) const {
    std::string text = label(cell(row, "id"), row);
    const std::string message = cell(row, "message");
    if (!message.empty()) return text + " failed: " + message + "\n";
    for (const Column& column : numbers_) text += rounded(column, number(row, column.name));
    if (shows_parameters_) {
        text += fmt::format("  {:<7}  {} {}", cell(row, "check"), cell(row, "method"),
                            cell(row, "parameters"));
    } else {
        text += "  " + cell(row, "check");
    }
    return text + "\n";
}

std::string BenchLines::summary(const std::vector<Row>& rows) const {
    std::map<std::string, std::vector<const Row*>> groups;  // by strategy
    for (const Row& row : rows) {
        // Of candidates, those that would have run.
        if (cell(row, "message").empty() && cell(row, "chosen") != "no") {
            groups[cell(row, "strategy")].push_back(&row);
        }
    }
    std::string text;
    for (const auto& [strategy, group] : groups) {
        text += label(fmt::format("median of {}", group.size()), {{"strategy", strategy}});
        for (const Column& column : numbers_) {
            text += rounded(column, median_of(group, column.name));
        }
        text += "\n";
    }
    return text + fmt::format("checks: {}\n", checks_of(rows));
}

}  // namespace ttgt::tool
