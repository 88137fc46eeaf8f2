// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contraction/planner/planning_task.h"

namespace ttgt {

/// The strategy "classic", the algorithm of the cuTT paper (Hynninen & Lyakh 2017, section 3.4).
/// Transposes L to (contracted, free_l) and R to (contracted, free_r), multiplies these matrices by
/// GEMM, and transposes the product from (free_l, free_r) to D. If beta is not 0, D is first
/// transposed to (free_l, free_r) and GEMM adds to it. Free labels are in the order of D,
/// contracted labels in the order of L; batch labels are looped over. An operand that already has
/// this order is not transposed. The candidate Direct wins only if no label is contracted or the
/// intermediates do not fit the workspace limit even in slices.
[[nodiscard]] std::vector<Candidate> classic_candidates(const PlanningTask& task);
/// Whether the classic strategy multiplies by GEMM if the workspace is large enough.
[[nodiscard]] bool classic_multiplies(const PlanningTask& task);

}  // namespace ttgt
