// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tools/bench/results/results_table.h"

namespace ttgt::tool {

/// What a benchmark shows of its table on the terminal: the columns that say how fast, rounded, and
/// a summary of all rows.
class BenchLines {
public:
    /// Of a table with these columns; with the strategy of a row where there are several.
    BenchLines(const std::vector<std::string>& columns, bool shows_strategy);

    [[nodiscard]] std::string heading() const;
    /// Of a row that failed: why.
    [[nodiscard]] std::string line(const Row& row) const;
    /// The medians, a line for each strategy, of the rows that ran, and what the checks found.
    [[nodiscard]] std::string summary(const std::vector<Row>& rows) const;

    /// One column as it is shown.
    struct Column {
        const char* name;
        const char* heading;
        int width;
        int decimals;  ///< negative: four significant digits
    };

private:
    [[nodiscard]] std::string label(const std::string& id, const Row& row) const;

    std::vector<Column> numbers_;
    bool shows_strategy_;
    bool shows_parameters_;
};

}  // namespace ttgt::tool
