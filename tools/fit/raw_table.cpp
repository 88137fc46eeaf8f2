// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/fit/raw_table.h"

#include <cmath>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "tools/io/errors.h"
#include "tools/io/values.h"

namespace ttgt::tool {

RawTable::RawTable(std::string_view text, std::string path) : path_(std::move(path)) {
    std::size_t line = 0;
    for (const std::string_view words : split(text, '\n')) {
        ++line;
        if (words.empty() || words.front() == '#') continue;
        const std::vector<std::string_view> parts = split(words, '\t');
        std::vector<std::string> cells(parts.begin(), parts.end());
        if (columns_.empty()) {
            for (std::size_t i = 0; i < cells.size(); ++i) columns_[cells[i]] = i;
            continue;
        }
        if (cells.size() != columns_.size()) {
            throw FileError(fmt::format("{}:{}", path_, line),
                            fmt::format("{} cells for {} columns", cells.size(), columns_.size()));
        }
        rows_.push_back({line, std::move(cells)});
    }
}

const std::string& RawTable::cell(std::size_t row, const std::string& column) const {
    const auto found = columns_.find(column);
    if (found == columns_.end()) throw FileError(path_, fmt::format("no column {}", column));
    return rows_.at(row).cells[found->second];
}

double RawTable::number(std::size_t row, const std::string& column) const {
    const std::string& text = cell(row, column);
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || *end != '\0' || !std::isfinite(value)) {
        throw FileError(fmt::format("{}:{}", path_, rows_[row].line),
                        fmt::format("{} is \"{}\", not a number", column, text));
    }
    return value;
}

}  // namespace ttgt::tool
