// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/planner/planning_task.h"

namespace ttgt {

/// Lowers a candidate to steps with their price, loops and workspace offsets. The candidate is one
/// its strategy found valid for the problem, and fits the task's workspace limit.
[[nodiscard]] Plan lower(const PlanningTask& task, Candidate chosen);

/// Bytes of the task's workspace that the plan's steps can have as scratch memory, one after the
/// other, behind its intermediates.
[[nodiscard]] std::int64_t scratch_limit(const Plan& plan, std::int64_t workspace_limit);
/// Sets workspace_bytes to what the intermediates and the steps' scratch memory take.
void reserve_scratch(Plan& plan);

}  // namespace ttgt
