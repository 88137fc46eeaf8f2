// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "blocks/plan/block_plan.h"
#include "blocks/plan/dense_plans.h"

namespace ttgt::blocks {

/// Calls of one job, before the stage's jobs are sorted.
struct PlannedJob {
    std::vector<Call> calls;
    bool is_wide = false;
};

/// Predicted milliseconds of a job.
[[nodiscard]] double predicted_ms(const PlannedJob& job, const DensePlans& plans);

/// Predicted milliseconds of jobs that so many threads share: wide ones after each other, the
/// others by all threads, but never less than the longest.
[[nodiscard]] double predicted_ms(const std::vector<PlannedJob>& jobs, const DensePlans& plans,
                                  int threads);

/// A stage of these jobs, sorted as Stage says.
[[nodiscard]] Stage make_stage(std::string kind, std::string operand, std::vector<PlannedJob> jobs,
                               const DensePlans& plans, int threads);

/// Adds moves to a stage. `grouped` may be null where there are none.
void add_moves(Stage& stage, const MoveTypes& types, const MoveShapes& shapes,
               const std::vector<Move>& moves, const GroupedKernels* grouped);

/// Adds pairs that are done at once to a stage.
void add_pairs(Stage& stage, const BlockShapes& shapes, const std::vector<Pair>& pairs,
               const GroupedKernels* grouped);

}  // namespace ttgt::blocks
