// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/host_contraction.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/reference/reference.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/results/results_table.h"
#include "tools/bench/results/run_info.h"
#include "tools/io/progress.h"
#include "tools/operands/contraction_task.h"
#include "tools/operands/host_memory.h"

namespace ttgt::tool {

/// How every case is run by devices that share tensors in host memory.
struct TiledBenchSettings {
    HostContractionOptions planning;
    HostMemory memory = HostMemory::pageable;
    int repeats = 9;
    bool check = false;
    reference::CompareOptions check_options{};
    bool overwrite = false;  ///< beta = 0 for `+=` and `-=` too
};

/// Those of a table of contractions that are known of such runs, and their bytes and memory. What
/// the products alone take, and so the overhead, is not.
[[nodiscard]] std::vector<std::string> tiled_columns();

/// One case on random data: planned, checked, timed. Fills the cells of one row.
class TiledBench {
public:
    /// `context`: of the CPU, whose threads pack tiles and compute what is checked.
    TiledBench(Context& context, const TiledBenchSettings& settings, const ContractionCase& entry,
               DType dtype);

    /// In the order in which the cells become known, so that a row that fails midway keeps the
    /// rest. `say` hears what is done.
    void measure(const RunInfo& info, Row& row, const Say& say = say_nothing);

private:
    void describe(Row& row) const;
    void plan(Row& row);
    void place_operands();
    void run_first(Row& row) const;
    void time_calls(const RunInfo& info, Row& row) const;
    void run() const;
    [[nodiscard]] double roofline_ms(const RunInfo& info) const;

    Context& context_;
    const TiledBenchSettings& settings_;
    const ContractionCase& case_;
    ContractionTask task_;
    std::optional<HostContractionPlan> plan_;
    Report report_;                               ///< before it has run
    std::vector<std::shared_ptr<void>> tensors_;  ///< the output first
};

}  // namespace ttgt::tool
