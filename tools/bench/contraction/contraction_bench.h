// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <string>
#include <vector>

#include "src/core/native_compute.h"
#include "src/reference/reference.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/contraction/contraction_arena.h"
#include "tools/bench/results/ceilings.h"
#include "tools/bench/results/results_table.h"
#include "tools/io/progress.h"

namespace ttgt::tool {

/// Of a case's extents; `overwrite`: beta = 0 for `+=` and `-=` too.
[[nodiscard]] ContractionTask task_of(const ContractionCase& entry, DType dtype,
                                      ComputeType compute, bool overwrite);

/// How every case of a contraction benchmark is run.
struct ContractionBenchSettings {
    std::vector<std::string> strategies;  ///< each has a row
    Planning planning = Planning::heuristic;
    bool generated_kernels = false;
    double search_seconds = 2;
    ComputeType compute = ComputeType::full;
    Turns turns{};
    bool check = false;
    reference::CompareOptions check_options{};
    bool overwrite = false;  ///< beta = 0 for `+=` and `-=` too
    bool against_eigen = false;
    bool against_gemm = false;
};

/// Whether the error of native products is measured beside that of products of INT8.
[[nodiscard]] inline bool checks_native(const ContractionBenchSettings& settings) {
    return settings.check && is_by_int8(settings.compute);
}

/// One case on random data: planned, checked, timed. Fills the cells of a results row per strategy.
class ContractionBench {
public:
    /// `arena`: of the context; it serves one case after the other.
    ContractionBench(Context& context, ContractionArena& arena,
                     const ContractionBenchSettings& settings, const ContractionCase& entry,
                     DType dtype);

    /// In the order in which the cells become known, so that rows that fail midway keep the rest.
    /// `rows`: one per strategy. `say` hears what is done.
    void measure(const Ceilings& ceilings, std::vector<Row>& rows, const Say& say = say_nothing);

private:
    void describe(std::vector<Row>& rows) const;
    void plan(std::vector<Row>& rows);
    void place_operands();
    void run_first(std::vector<Row>& rows);
    [[nodiscard]] reference::Comparison checked(const ContractionPlan& plan) const;
    void check_native(std::vector<Row>& rows);
    void time_reference(std::vector<Row>& rows) const;
    void time_calls(const Ceilings& ceilings, std::vector<Row>& rows);
    [[nodiscard]] Contender contender(const ContractionPlan& plan) const;

    Context& context_;
    ContractionArena& arena_;
    const ContractionBenchSettings& settings_;
    const ContractionCase& case_;
    DType dtype_;
    ContractionTask task_;
    std::vector<ContractionPlan> plans_;  ///< by strategy
    RunOptions options_;
};

}  // namespace ttgt::tool
