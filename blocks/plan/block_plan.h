// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "blocks/plan/grouped_moves.h"
#include "contraction/plan/plan.h"

namespace ttgt::blocks {

/// One contraction of blocks or of gathered blocks: a plan of dense tensors and where these begin.
struct Call {
    std::uint32_t plan = 0;  ///< index into BlockPlan::plans
    ScalarRole alpha = ScalarRole::one;
    ScalarRole beta = ScalarRole::zero;
    Place d, l, r;
};

/// Calls that one thread, or all threads together, do one after the other: they write to the same
/// memory.
struct Job {
    std::uint32_t first_call = 0;
    std::uint32_t calls = 0;
    bool is_wide = false;  ///< all threads work on it together
    double ms = 0;         ///< predicted milliseconds, by all threads or by the one
};

/// Jobs that may run at the same time and in any order: those of the most milliseconds come first,
/// the wide ones before all others. A device may do a stage by a few launches that take its jobs
/// from this table.
struct Stage {
    std::string kind;     ///< "clear", "gather", "multiply", "scatter" or "scale"
    std::string operand;  ///< what the stage moves or scales: "L", "R", "D", or empty
    std::vector<Job> jobs;
    std::vector<Call> calls;
    std::shared_ptr<const GroupedMoves> moves;  ///< done at once, before the jobs; may be null
    std::size_t move_count = 0;
    ScalarRole moves_alpha = ScalarRole::one;
    std::shared_ptr<const GroupedPairs> pairs;  ///< done at once, behind the moves; may be null
    std::size_t pair_count = 0;
    double ms = 0;           ///< predicted milliseconds of the stage, all threads at work
    std::int64_t bytes = 0;  ///< bytes read and written
    double flops = 0;

    [[nodiscard]] bool is_empty() const {
        return jobs.empty() && moves == nullptr && pairs == nullptr;
    }
};

/// What a component is done as, for explain().
struct PlannedComponent {
    std::int64_t pairs = 0;
    std::int64_t m = 0, n = 0, k = 0, batch = 1;  ///< extents of rows, columns, inner tuples
    double flops = 0;                             ///< of its pairs
    bool is_gathered = false;                     ///< one product instead of one for each pair
    bool is_together = false;                     ///< its pairs are in a launch over many
    double ms = 0;                                ///< predicted, as it is done
    double other_ms = 0;                          ///< the other way; 0: not priced
    std::string note;                             ///< why the other way was not priced
};

/// What a stage consists of, such as "12 jobs" or "512 blocks at once".
[[nodiscard]] std::string describe_work(const Stage& stage);

/// Everything that a run does. Immutable once built.
struct BlockPlan {
    std::vector<Plan> plans;                   ///< of dense tensors; calls share them
    std::vector<std::vector<Stage>> passes;    ///< each uses the workspace anew
    Stage scale_rest;                          ///< D's blocks that no product reaches
    Stage scale_all;                           ///< all blocks of D, for alpha = 0
    std::vector<PlannedComponent> components;  ///< empty with one input
    std::int64_t pairs = 0;
    double flops = 0;                 ///< of all pairs
    int threads = 1;                  ///< that jobs are shared between at most
    std::int64_t scratch_offset = 0;  ///< bytes from the workspace's begin to that of calls
    std::int64_t scratch_bytes = 0;   ///< of one thread's calls; a multiple of workspace_alignment
    std::int64_t workspace_bytes = 0;
    std::shared_ptr<const GroupedKernels> grouped;  ///< null where stages have no moves
    /// Bytes from the workspace's begin to the addresses of all blocks, which a run with moves
    /// writes there where blocks do not lie as planned.
    std::int64_t address_offset = 0;
    std::int64_t address_bytes = 0;
};

}  // namespace ttgt::blocks
