// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contraction/planner/planning_task.h"

namespace ttgt {

/// The cuTT paper's way (Hynninen & Lyakh 2017, section 3.4): L -> (contracted, free_l),
/// R -> (contracted, free_r), D -> (free_l, free_r), beta's D transposed in and the result out,
/// batch labels looped; free labels in D's order, contracted ones in L's. A transpose is left out
/// only where the operand already has that order. Direct where nothing is contracted, or where no
/// slicing makes the intermediates fit.
[[nodiscard]] std::vector<Candidate> classic_candidates(const PlanningTask& task);
/// Whether that is a matrix product, where the workspace allows.
[[nodiscard]] bool classic_multiplies(const PlanningTask& task);

}  // namespace ttgt
