// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contraction/execute/backend.h"
#include "contraction/planner/planning_task.h"
#include "contraction/planner/strategy.h"

namespace ttgt {

/// Has the device's libraries prepare the chosen plan, and the others too where all are to run.
/// Those that are refused are no longer in the choice; where none is left, Direct is chosen, which
/// needs no library. Returns what was refused, with the reason.
[[nodiscard]] std::vector<Candidate> prepare(Choice& choice, const PlanningTask& task,
                                             const Backend& backend, bool all_run);

}  // namespace ttgt
