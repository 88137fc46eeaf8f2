// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt::test {

using Row = std::map<std::string, std::string>;

inline std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
    if (text.ends_with(separator)) parts.emplace_back();
    return parts;
}

/// The rows of a results table by column name.
inline std::vector<Row> rows_of(const std::string& text) {
    std::istringstream stream(text);
    std::string line;
    std::getline(stream, line);
    const std::vector<std::string> columns = split(line, '\t');
    std::vector<Row> rows;
    while (std::getline(stream, line)) {
        const std::vector<std::string> cells = split(line, '\t');
        EXPECT_EQ(cells.size(), columns.size()) << line;
        Row row;
        for (std::size_t i = 0; i < cells.size(); ++i) row[columns.at(i)] = cells[i];
        rows.push_back(row);
    }
    return rows;
}

inline double number(const Row& row, const std::string& column) {
    return std::strtod(row.at(column).c_str(), nullptr);
}

}  // namespace ttgt::test
