// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "distributed/program/distributed_program.h"
#include "distributed/run/planning_setup.h"

namespace ttgt {

/// Plans a program over ranks: a path for each product, a distribution of each temporary, and the
/// steps. Where the plan of least time does not fit the workspace limit, one whose temporaries are
/// small and spread evenly is made. Collective. Throws TooLittleWorkspace on every rank where
/// neither plan fits.
[[nodiscard]] std::unique_ptr<const PlannedDistribution> plan_rank_program(
    const PlanningSetup& setup, const RankProgram& program, Context& context,
    const DistributedOptions& options);

}  // namespace ttgt
