// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/path.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "blocks/network/block_steps.h"
#include "blocks/planned_blocks.h"
#include "blocks/planned_product.h"

namespace ttgt {

/// What planning of a sum takes beside its operands.
struct BlockSumRequest {
    const BlockPlanOptions& options;
    const PathOptions& path;
    PlannedRuns runs;
};

/// A plan of an expression of any number of terms and factors: a plan of each step, and temporaries
/// in the workspace.
struct PlannedSum final : PlannedBlocks {
    /// Throws as plan_contraction() of blocks.
    PlannedSum(const Context& context, const blocks::BlockSum& sum, const BlockSumRequest& request);

    [[nodiscard]] std::int64_t pairs() const noexcept override;
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override;
    [[nodiscard]] std::string explain(std::size_t most_components) const override;
    [[nodiscard]] Report prediction() const override;
    void run(const BlockTensorView& d, std::span<const ConstBlockTensorView> inputs,
             const RunOptions& options, Report* report) const override;

    blocks::BlockSteps steps;
    std::vector<std::unique_ptr<const PlannedProduct>> plans;  ///< of the steps
    /// Bytes from the workspace's begin to each temporary, in the order of the steps' tensors.
    std::vector<std::int64_t> offsets;
    std::int64_t temporary_bytes = 0;  ///< the workspace of the steps begins there
    std::int64_t step_bytes = 0;       ///< workspace of the step that needs most

private:
    /// Where `report` is not null, it is the step's prediction and gets the measured times.
    void run_step(std::size_t number, const BlockTensorView& d,
                  std::span<const ConstBlockTensorView> inputs, const RunOptions& options,
                  const Scalar& beta, Report* report) const;
};

}  // namespace ttgt
