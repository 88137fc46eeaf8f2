// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contraction/planner/planning_task.h"

namespace ttgt {

/// The strategy "auto". Enumerates GEMM candidates: both orientations, L * R and R * L, and every
/// grouping of the free and contracted labels. A grouping says which labels form a matrix
/// dimension, in which order, and which labels are looped over. Operands that are matrices in place
/// are not transposed. All GEMM candidates are estimated quickly. Returns the eight with the lowest
/// estimates, cut into slices if they exceed the workspace limit, the classic candidate, Direct,
/// and Direct with reordered inputs.
[[nodiscard]] std::vector<Candidate> auto_candidates(const PlanningTask& task);

}  // namespace ttgt
