// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/blocks.h>

#include <string>
#include <vector>

#include "tools/bench/cases/block_case_file.h"
#include "tools/bench/results/ceilings.h"
#include "tools/bench/results/results_table.h"
#include "tools/io/progress.h"
#include "tools/operands/buffers.h"

namespace ttgt::tool {

/// The columns of a table of contractions of blocks.
[[nodiscard]] std::vector<std::string> block_columns();

/// Throws InvalidArgument, naming the case and the number, where a plan has other numbers of pairs,
/// of blocks of D (the layout `d`) or of flops than the file of its case states.
void check_counts(const BlockCase& its, const BlockContractionPlan& plan, const BlockLayout& d);

/// How each case is run.
struct BlockBenchSettings {
    std::vector<std::string> strategies;  ///< each has a row
    BlockPlanOptions planning{};
    int repeats = 9;
};

/// One case on random data: planned, its counts compared with those that its file states, timed.
class BlockBench {
public:
    BlockBench(Context& context, const BlockBenchSettings& settings, const BlockCase& its);

    /// Fills the cells of a row for each strategy, in the order in which they become known.
    void measure(const Ceilings& ceilings, std::vector<Row>& rows, const Say& say);

private:
    void plan(std::vector<Row>& rows);
    void time_runs(const Ceilings& ceilings, std::vector<Row>& rows);

    Context& context_;
    const BlockBenchSettings& settings_;
    const BlockCase& case_;
    std::vector<BlockOperand> operands_;       ///< the output first
    std::vector<Buffer> values_;               ///< of these
    std::vector<BlockContractionPlan> plans_;  ///< by strategy
};

}  // namespace ttgt::tool
