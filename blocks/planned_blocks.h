// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_contraction.h>

#include <cstddef>
#include <span>
#include <string>

#include "blocks/execute/stage_runner.h"
#include "blocks/plan/block_plan.h"
#include "blocks/problem/block_problem.h"

namespace ttgt {

/// What a BlockContractionPlan owns.
struct PlannedBlocks {
    blocks::BlockProblem problem;
    blocks::BlockPlan plan;
    Device device;
    std::string strategy;
    /// Threads of a run (0: OpenMP's default at its time), and the context's stream.
    Resources resources;
    const blocks::StageRunner* runner = nullptr;

    [[nodiscard]] std::string explain(std::size_t most_components) const;
    [[nodiscard]] Report prediction() const;
    /// Runs the plan once all arguments are checked. Where `report` is not null, it gets the
    /// measured times of its steps, which are those of prediction().
    void run(const BlockTensorView& d, std::span<const ConstBlockTensorView> inputs,
             const RunOptions& options, Report* report) const;
};

}  // namespace ttgt
