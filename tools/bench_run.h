// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/commands.h"
#include "tools/progress.h"
#include "tools/results_table.h"
#include "tools/run_info.h"

namespace ttgt::tool {

/// Which of `ids` the regular expression is found in (all where it is empty). Throws
/// InvalidArgument where it is malformed or finds none.
[[nodiscard]] std::vector<std::size_t> select(const std::vector<std::string>& ids,
                                              const std::string& only);

/// One benchmark run: a table of results and a run.json in one folder, a progress bar, a line per
/// row on standard output, and what an interrupt leaves.
class BenchRun {
public:
    /// Fills the rows of one case as far as it gets, and may add some; a ttgt::Error it throws goes
    /// to their column `message`.
    using Measure = std::function<void(std::size_t position, std::vector<Row>& rows)>;

    /// Makes the folder, the run.json, which `info` fills, and the table. Every case
    /// begins with `rows_per_case` rows.
    BenchRun(const BenchCommand& command, RunInfo info, std::vector<std::string> columns,
             std::size_t rows_per_case = 1);

    /// Adds the rows of the cases that an earlier run knows; returns the positions of the others.
    [[nodiscard]] std::vector<std::size_t> keep(
        const std::vector<std::string>& ids,
        const std::map<std::string, std::vector<Row>>& earlier);
    /// No case begins so many seconds after `start`, 0 being none: the run ends with whole rows
    /// kept, as unfinished.
    void stop_after(double seconds, std::chrono::steady_clock::time_point start);
    /// Measures the cases at `positions` and writes both files. Throws Interrupted with whole rows
    /// kept; CheckFailed or RunError where a case failed, after all cases or the deadline.
    void run(const std::vector<std::size_t>& positions, const std::vector<std::string>& ids,
             const Measure& measure);

private:
    /// Adds the rows of one case.
    void keep(const std::vector<Row>& rows);
    void measure_case(std::size_t position, const Measure& measure, std::vector<Row>& rows);
    void print(const Row& row);
    void write_info() const;
    [[nodiscard]] bool is_late() const;
    void finish(const std::string& comment);
    void throw_failures() const;

    BenchCommand command_;
    RunInfo info_;
    Progress progress_;
    ResultsTable table_;
    std::size_t rows_per_case_;
    std::int64_t cases_done_ = 0;
    std::optional<std::chrono::steady_clock::time_point> deadline_;
    std::vector<std::string> wrong_;   ///< ids whose check failed
    std::vector<std::string> failed_;  ///< ids that could not be run
};

}  // namespace ttgt::tool
