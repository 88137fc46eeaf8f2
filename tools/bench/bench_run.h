// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bench/bench_options.h"
#include "tools/bench/results/bench_lines.h"
#include "tools/bench/results/results_folder.h"
#include "tools/bench/results/results_table.h"
#include "tools/bench/results/run_info.h"
#include "tools/io/progress.h"

namespace ttgt::tool {

/// Which of `ids` the regular expression is found in (all where it is empty). Throws
/// InvalidArgument where it is malformed or finds none.
[[nodiscard]] std::vector<std::size_t> select(const std::vector<std::string>& ids,
                                              const std::string& only);

/// The options of every benchmark that two runs must share for their rows to stand in one table.
[[nodiscard]] std::map<std::string, std::string> settings_of(const BenchOptions& command);

/// What a benchmark writes.
struct BenchTable {
    std::vector<std::string> columns;
    /// Every case begins with a row for each, in this order; {""} where rows have none.
    std::vector<std::string> strategies{""};
    /// What a run that goes on with this one must share.
    std::map<std::string, std::string> settings;
};

/// One benchmark run: a table of results and a run.json in one folder, a progress bar, a line per
/// row on standard output, and what an interrupt leaves.
class BenchRun {
public:
    /// Fills the rows of one case, and may add some. After a ttgt::Error the rows keep what was
    /// filled before it, and their column `message` has its text.
    using Measure =
        std::function<void(std::size_t position, std::vector<Row>& rows, const Say& say)>;

    /// Takes the folder and reads what --resume keeps; the time of --stop-after begins. Throws as
    /// ResultsFolder and rows_of_earlier_run() do.
    BenchRun(const BenchOptions& command, BenchTable table);

    /// Measures the cases that no earlier run has and writes both files; `info` says of the run
    /// what this does not know. Throws Interrupted with whole rows kept; CheckFailed or RunError
    /// where a case failed, after all cases or the deadline.
    void run(RunInfo info, const std::vector<std::string>& ids, const Measure& measure);

private:
    [[nodiscard]] std::vector<std::size_t> keep_earlier(const std::vector<std::string>& ids);
    void begin(std::size_t cases, const std::vector<std::size_t>& positions);
    void run_case(std::size_t position, const std::string& id, const Measure& measure);
    void measure_case(std::size_t position, const Measure& measure, std::vector<Row>& rows,
                      const Say& say);
    void print(std::string_view text);
    [[nodiscard]] bool is_late() const;
    void finish(const std::string& comment);
    void throw_failures() const;

    BenchOptions command_;
    BenchTable what_;
    ResultsFolder folder_;
    std::map<std::string, std::vector<Row>> earlier_;  ///< by id
    std::optional<std::chrono::steady_clock::time_point> deadline_;
    Progress progress_;
    BenchLines lines_;
    RunInfo info_;
    std::unique_ptr<ResultsTable> table_;
    std::vector<Row> rows_;  ///< all of the table
    std::int64_t cases_done_ = 0;
    std::vector<std::string> wrong_;   ///< ids whose check failed
    std::vector<std::string> failed_;  ///< ids that could not be run
};

}  // namespace ttgt::tool
