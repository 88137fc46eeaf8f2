// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/bench/bench_options.h"
#include "tools/bench/results/results_table.h"
#include "tools/bench/results/run_info.h"
#include "tools/io/folder_lock.h"

namespace ttgt::tool {

/// The folder of one benchmark's results.tsv and run.json, which no other process has as long as
/// this exists.
class ResultsFolder {
public:
    /// Makes and locks the folder that --out names. Throws as FolderLock does, and FileError where
    /// it holds results and the command says neither --resume nor --replace.
    explicit ResultsFolder(const BenchOptions& command);

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    [[nodiscard]] std::string table_path() const { return file("results.tsv"); }
    [[nodiscard]] std::string info_path() const { return file("run.json"); }

    /// Begins a table with `rows`. Then the table of an earlier run goes, and what was drawn of it.
    [[nodiscard]] std::unique_ptr<ResultsTable> begin(const std::vector<std::string>& columns,
                                                      const std::vector<Row>& rows) const;
    void write(const RunInfo& info) const;

private:
    [[nodiscard]] std::string file(const std::string& name) const;

    std::string path_;
    FolderLock lock_;
    std::string earlier_;  ///< a file of an earlier run; empty: there is none
};

}  // namespace ttgt::tool
