// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/results/earlier_run.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "src/core/files/text_file.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/results/run_info.h"
#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

namespace fs = std::filesystem;
using Settings = std::map<std::string, std::string>;

void check_settings(const std::string& path, const Settings& ours) {
    const Settings theirs = parse_settings(read_text_file(path), path);
    for (const auto& [name, value] : ours) {
        const auto found = theirs.find(name);
        const std::string before = found == theirs.end() ? "" : found->second;
        if (before != value) {
            throw FileError(path, fmt::format("--resume goes on with {} {}, not {}", name,
                                              in_quotes(before), in_quotes(value)));
        }
    }
}

/// Empty in tables of transposes, which have none.
std::string strategy_of(const Row& row) {
    const auto found = row.find("strategy");
    return found == row.end() ? std::string() : found->second;
}

bool succeeded(const Row& row) { return row.at("message").empty() && row.at("check") != "fail"; }

}  // namespace

std::map<std::string, std::vector<Row>> rows_of_earlier_run(
    const std::string& folder, const Settings& settings, const std::vector<std::string>& columns,
    const std::vector<std::string>& strategies) {
    std::map<std::pair<std::string, std::string>, Row> found;  // by id and strategy
    const std::string table = (fs::path(folder) / "results.tsv").string();
    // The partial table last: a resumed run that was killed has begun it with the other's rows.
    for (const std::string& path : {table, table + ".partial"}) {
        if (!fs::exists(path)) continue;
        check_settings((fs::path(folder) / "run.json").string(), settings);
        for (Row& row : parse_results(read_text_file(path), columns, path)) {
            if (!succeeded(row)) continue;
            found.insert_or_assign({row.at("id"), strategy_of(row)}, std::move(row));
        }
    }
    std::map<std::string, std::vector<Row>> cases;
    for (const auto& [key, row] : found) {
        if (key.second != strategies.front()) continue;
        std::vector<Row> rows;
        for (const std::string& strategy : strategies) {
            const auto other = found.find({key.first, strategy});
            if (other != found.end()) rows.push_back(other->second);
        }
        if (rows.size() == strategies.size()) cases.emplace(key.first, std::move(rows));
    }
    return cases;
}

}  // namespace ttgt::tool
