// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <string>
#include <vector>

#include "contraction/expression.h"
#include "src/reference/reference.h"
#include "tools/buffers.h"
#include "tools/case_file.h"
#include "tools/ceilings.h"
#include "tools/results_table.h"

namespace ttgt::tool {

/// How every case of a contraction benchmark is run.
struct ContractionBenchSettings {
    std::vector<std::string> strategies;  ///< each has a row
    Planning planning = Planning::heuristic;
    int repeats = 9;
    bool check = false;
    reference::CompareOptions check_options{};
    bool overwrite = false;  ///< beta = 0 for `+=` and `-=` too
    bool against_eigen = false;
    bool against_gemm = false;
};

/// One case on random data: planned, checked, timed. Fills the cells of a results row per strategy.
class ContractionBench {
public:
    ContractionBench(Context& context, const ContractionBenchSettings& settings,
                     const ContractionCase& entry, DType dtype);

    /// In the order in which the cells become known, so that rows that fail midway keep the rest.
    /// `rows`: one per strategy.
    void measure(const Ceilings& ceilings, std::vector<Row>& rows);

private:
    void describe(std::vector<Row>& rows) const;
    void plan(std::vector<Row>& rows);
    void fill_operands();
    void run_first(std::vector<Row>& rows);
    void run_first(std::size_t strategy, std::vector<Row>& rows);
    void time_eigen(const reference::Problem& problem, const ConstTensorView* before,
                    std::vector<Row>& rows) const;
    void time_calls(const Ceilings& ceilings, std::vector<Row>& rows);
    [[nodiscard]] Report call(std::size_t strategy) const;
    [[nodiscard]] std::vector<ConstTensorView> inputs() const;

    Context& context_;
    const ContractionBenchSettings& settings_;
    const ContractionCase& case_;
    DType dtype_;
    Expression expression_;
    std::vector<OperandLayout> operands_;  ///< output first
    bool beta_is_zero_ = true;
    std::vector<ContractionPlan> plans_;  ///< by strategy
    std::vector<Buffer> buffers_;
    Buffer before_;  ///< D as it was before the first call of a strategy, where a check reads it
    RunOptions options_;
};

}  // namespace ttgt::tool
