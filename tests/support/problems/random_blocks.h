// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/blocks.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "src/reference/reference.h"
#include "tests/support/guarded_array.h"
#include "tests/support/random.h"

namespace ttgt::test {

/// A tensor of blocks of which each has memory of its own with guards around it.
class GuardedBlocks {
public:
    /// Blocks of random strides; the layout's own strides and offsets do not matter.
    GuardedBlocks(DType dtype, const BlockLayout& layout, Random& random);

    [[nodiscard]] const BlockLayout& layout() const noexcept { return layout_; }
    [[nodiscard]] BlockTensorView view();
    [[nodiscard]] ConstBlockTensorView view() const;
    void fill(Random& random);
    /// The blocks, each with its guards.
    [[nodiscard]] std::vector<GuardedArray>& arrays() noexcept { return blocks_; }
    [[nodiscard]] const std::vector<GuardedArray>& arrays() const noexcept { return blocks_; }
    /// True where no byte outside the blocks' elements has changed.
    [[nodiscard]] bool intact() const;
    [[nodiscard]] std::vector<std::vector<std::byte>> bytes() const;
    /// The same tensor with zeros where there is no block.
    [[nodiscard]] GuardedArray dense() const;

private:
    DType dtype_;
    BlockLayout layout_;
    std::vector<GuardedArray> blocks_;
};

/// A contraction of blocks drawn from a seed.
struct RandomBlocks {
    std::string text;
    std::vector<std::vector<std::string>> labels;  ///< of D and the inputs
    std::vector<bool> conjugated;                  ///< of the inputs
    std::vector<GuardedBlocks> operands;           ///< D and the inputs
    Scalar alpha{1.0, 0.0};
    Scalar beta{0.0, 0.0};
};

[[nodiscard]] RandomBlocks draw_blocks(std::uint64_t seed);
/// Of three or four inputs.
[[nodiscard]] RandomBlocks draw_block_network(std::uint64_t seed);
/// D += L * R of a few blocks of up to 63 rows and 70 columns; the label that is summed over has
/// two sections. Neighbours of L lie along it, or along the rows.
[[nodiscard]] RandomBlocks block_product(DType dtype, const Sections& inners,
                                         bool l_runs_along_inners);

/// Plans a problem, runs the plan, and leaves the result in the problem's D. Says what went wrong
/// beside the values of D.
using BlockRun = std::function<testing::AssertionResult(RandomBlocks&, const BlockPlanOptions&)>;

/// Dtypes and layouts of the operands.
[[nodiscard]] std::vector<BlockOperand> block_operands(const RandomBlocks& problem);

/// Calls `run` and compares with the dense reference; guards and inputs must be as before.
[[nodiscard]] testing::AssertionResult check_block_run(RandomBlocks problem,
                                                       const BlockPlanOptions& options,
                                                       const BlockRun& run);

/// Plans and runs on CPU threads, and compares as check_block_run() does; the workspace must stay
/// within the limit.
[[nodiscard]] testing::AssertionResult check_blocks(RandomBlocks problem,
                                                    const BlockPlanOptions& options, int threads);

}  // namespace ttgt::test
