// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt::tool {

/// Measured launches: a line of column names, then a line for each launch, with tabs between cells.
/// Lines that begin with `#` say nothing.
class RawTable {
public:
    /// Throws FileError, naming path and line, where a line has more or fewer cells than names.
    RawTable(std::string_view text, std::string path);

    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    /// Throws FileError, naming path and column, where there is no such column.
    [[nodiscard]] const std::string& cell(std::size_t row, const std::string& column) const;
    /// Throws FileError, naming path, line and column, where the cell is no finite number.
    [[nodiscard]] double number(std::size_t row, const std::string& column) const;

private:
    struct Row {
        std::size_t line;
        std::vector<std::string> cells;
    };

    std::string path_;
    std::map<std::string, std::size_t> columns_;
    std::vector<Row> rows_;
};

}  // namespace ttgt::tool
