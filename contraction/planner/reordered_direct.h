// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "contraction/planner/planning_task.h"

namespace ttgt {

/// Direct with its smaller input transposed first to the order of the larger one, where both run
/// along contracted labels, but not the same: what is read in place then runs along one label in
/// both. Nothing where that is no gain, or does not fit the workspace limit.
[[nodiscard]] std::optional<Candidate> reordered_direct(const PlanningTask& task);

}  // namespace ttgt
