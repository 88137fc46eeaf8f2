// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_contraction.h>

#include "blocks/plan/block_plan.h"
#include "blocks/problem/block_problem.h"

namespace ttgt::blocks {

/// Plans a contraction of blocks for the context's device and threads. Throws as
/// plan_contraction() of blocks.
[[nodiscard]] BlockPlan plan_blocks(const Context& context, const BlockProblem& problem,
                                    const BlockPlanOptions& options, TableUse use);

}  // namespace ttgt::blocks
