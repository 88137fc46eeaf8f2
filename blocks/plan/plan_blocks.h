// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_contraction.h>

#include "blocks/plan/block_plan.h"
#include "blocks/problem/block_problem.h"

namespace ttgt::blocks {

/// Which blocks of D runs of a plan may multiply by beta.
struct ScaledBlocks {
    bool rest = true;  ///< those that no product reaches
    bool all = true;   ///< all of them: runs may have alpha = 0
};

/// Those of one run with these scalars, `alpha` times the expression's literal factors.
[[nodiscard]] ScaledBlocks scaled_blocks(Scalar alpha, Scalar beta);

/// Plans a contraction of blocks for the context's device and threads. Throws as
/// plan_contraction() of blocks.
[[nodiscard]] BlockPlan plan_blocks(const Context& context, const BlockProblem& problem,
                                    const BlockPlanOptions& options, TableUse use,
                                    const ScaledBlocks& scaled = {});

}  // namespace ttgt::blocks
