// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/core/descriptor.h"

namespace ttgt::tool {

/// Cells by column name; a column without a cell stays empty.
using Row = std::map<std::string, std::string>;
/// What the row has in the column; empty where it has none.
[[nodiscard]] std::string cell(const Row& row, const std::string& column);

/// A tab-separated table that grows row by row in `path`.partial, every row written as a whole, and
/// takes its name when it is finished. What a killed run leaves are whole rows under `.partial`.
class ResultsTable {
public:
    /// Begins with the line of column names and `rows`, at once in place of what a killed run left.
    /// Throws FileError where the file cannot be made.
    ResultsTable(const std::string& path, std::vector<std::string> columns,
                 const std::vector<Row>& rows = {});

    /// Tabs and line ends inside a cell become blanks. A cell of an unknown column is our error.
    void append(const Row& row);
    /// Ends with `# comment` unless it is empty, and gives the file its name.
    void finish(std::string_view comment);

private:
    [[nodiscard]] std::string line_of(const Row& row) const;
    void write(std::string_view text) const;

    std::string path_;
    std::string partial_;
    std::vector<std::string> columns_;
    Descriptor descriptor_;
};

/// The whole rows of a table that `path` names, which may be `.partial`: comments and a last line
/// that was cut short are left out. Throws FileError where its columns are others.
[[nodiscard]] std::vector<Row> parse_results(std::string_view text,
                                             const std::vector<std::string>& columns,
                                             const std::string& path);

/// A number as it stands in a cell: 6 significant digits; "nan" and "inf" where it is none.
[[nodiscard]] std::string cell(double value);

}  // namespace ttgt::tool
