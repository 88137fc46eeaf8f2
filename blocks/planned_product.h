// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "blocks/execute/stage_runner.h"
#include "blocks/plan/block_plan.h"
#include "blocks/planned_blocks.h"
#include "blocks/problem/block_problem.h"

namespace ttgt {

/// What is known of the runs of a plan.
struct PlannedRuns {
    blocks::TableUse use = blocks::TableUse::kept;
    std::optional<Scalar> alpha{};  ///< of the one run that there is; unset: any
    std::optional<Scalar> beta{};   ///< unset with a set `alpha`: the expression's
};

/// A plan of an expression of one term with one or two factors.
struct PlannedProduct final : PlannedBlocks {
    /// Throws as plan_contraction() of blocks.
    PlannedProduct(const Context& context, blocks::BlockProblem its_problem,
                   const BlockPlanOptions& options, const PlannedRuns& runs);

    [[nodiscard]] std::int64_t pairs() const noexcept override { return plan.pairs; }
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override {
        return plan.workspace_bytes;
    }
    [[nodiscard]] std::string explain(std::size_t most_components) const override;
    [[nodiscard]] Report prediction() const override;
    void run(const BlockTensorView& d, std::span<const ConstBlockTensorView> inputs,
             const RunOptions& options, Report* report) const override;
    /// Runs the plan on arguments that have been checked: d, inputs, workspace, alpha, beta and
    /// resources of `execution`.
    void run_checked(blocks::BlockExecution execution, Report* report) const;

    blocks::BlockProblem problem;
    blocks::BlockPlan plan;
    const blocks::StageRunner* runner;
};

}  // namespace ttgt
