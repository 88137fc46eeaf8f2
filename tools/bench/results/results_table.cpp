// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/results/results_table.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/io/errors.h"
#include "tools/io/output_file.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

std::string one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(),
        [](char character) { return character == '\t' || character == '\n' || character == '\r'; },
        ' ');
    return text;
}

}  // namespace

std::string cell(const Row& row, const std::string& column) {
    const auto found = row.find(column);
    return found == row.end() ? std::string() : found->second;
}

ResultsTable::ResultsTable(const std::string& path, std::vector<std::string> columns,
                           const std::vector<Row>& rows)
    : path_(path), partial_(path + ".partial"), columns_(std::move(columns)) {
    OutputFile begun(partial_);  // whole, so that a run that ends here loses no row
    begun.write(fmt::format("{}\n", fmt::join(columns_, "\t")));
    for (const Row& row : rows) begun.write(line_of(row));
    descriptor_ = begun.commit_open();
}

std::string ResultsTable::line_of(const Row& row) const {
    for (const auto& entry : row) {
        if (std::find(columns_.begin(), columns_.end(), entry.first) == columns_.end()) {
            throw std::logic_error("no column " + entry.first);
        }
    }
    std::vector<std::string> cells;
    for (const std::string& column : columns_) cells.push_back(one_line(cell(row, column)));
    return fmt::format("{}\n", fmt::join(cells, "\t"));
}

void ResultsTable::append(const Row& row) { write(line_of(row)); }

void ResultsTable::write(std::string_view text) const {
    write_all(descriptor_.get(), text.data(), static_cast<std::int64_t>(text.size()), partial_);
}

void ResultsTable::finish(std::string_view comment) {
    if (!comment.empty()) write(fmt::format("# {}\n", one_line(std::string(comment))));
    if (fsync(descriptor_.get()) != 0 || rename(partial_.c_str(), path_.c_str()) != 0) {
        throw RunError(path_ + ": cannot be put in place" + system_reason(errno));
    }
}

std::vector<Row> parse_results(std::string_view text, const std::vector<std::string>& columns,
                               const std::string& path) {
    std::vector<std::string_view> lines = split(text, '\n');
    for (std::string_view& line : lines) {  // an editor may have ended them as on Windows
        if (line.ends_with('\r')) line.remove_suffix(1);
    }
    if (lines.front() != fmt::format("{}", fmt::join(columns, "\t"))) {
        throw FileError(path, "its columns are not those of this run");
    }
    std::vector<Row> rows;
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {  // what follows the last line end is cut
        const std::vector<std::string_view> cells = split(lines[i], '\t');
        if (lines[i].starts_with('#') || cells.size() != columns.size()) continue;
        Row& row = rows.emplace_back();
        for (std::size_t c = 0; c < cells.size(); ++c) row.emplace(columns[c], cells[c]);
    }
    return rows;
}

std::string cell(double value) { return fmt::format("{:.6g}", value); }

}  // namespace ttgt::tool
