// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <vector>

#include "contraction/expression.h"
#include "tools/buffers.h"
#include "tools/case_file.h"
#include "tools/ceilings.h"
#include "tools/results_table.h"

namespace ttgt::tool {

/// How every case of a contraction benchmark is run.
struct ContractionBenchSettings {
    std::string strategy;
    int repeats = 9;
    bool check = false;
    bool overwrite = false;  ///< beta = 0 for `+=` and `-=` too
    bool against_eigen = false;
};

/// One case on random data: planned, checked, timed. Fills the cells of a results row.
class ContractionBench {
public:
    ContractionBench(Context& context, const ContractionBenchSettings& settings,
                     const ContractionCase& entry, DType dtype);

    /// In the order in which the cells become known, so that a row that fails midway keeps the
    /// rest.
    void measure(const Ceilings& ceilings, Row& row);

private:
    void describe(Row& row) const;
    void plan(Row& row);
    void fill_operands();
    void run_first(Row& row);
    void time_calls(const Ceilings& ceilings, Row& row);
    [[nodiscard]] Report call() const;
    [[nodiscard]] std::vector<ConstTensorView> inputs() const;

    Context& context_;
    const ContractionBenchSettings& settings_;
    const ContractionCase& case_;
    DType dtype_;
    Expression expression_;
    std::vector<OperandLayout> operands_;  ///< output first
    bool beta_is_zero_ = true;
    std::optional<ContractionPlan> plan_;
    std::vector<Buffer> buffers_;
    RunOptions options_;
};

}  // namespace ttgt::tool
