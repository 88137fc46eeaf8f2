// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/blocks.h>

#include <gmock/gmock.h>

#include <cstdint>
#include <vector>

#include "tests/support/problems/random_blocks.h"
#include "tests/unit/blocks/counting_blocks.h"

namespace ttgt::test {
namespace {

class EachBlockMethod : public testing::TestWithParam<BlockMethod> {};
INSTANTIATE_TEST_SUITE_P(BlockProperties, EachBlockMethod, testing::ValuesIn(block_methods()),
                         [](const auto& parameter) { return name_of(parameter.param); });

TEST(BlockProperties, GivesEqualBitsInEachRun) {
    const RandomBlocks drawn = draw_blocks(7);
    RandomBlocks problem = drawn;
    Context context;
    std::vector<BlockOperand> operands;
    std::vector<ConstBlockTensorView> inputs;
    for (const GuardedBlocks& its : drawn.operands) {
        operands.push_back({its.view().dtype(), its.layout()});
        if (operands.size() > 1) inputs.push_back(its.view());
    }
    BlockPlanOptions options;
    options.beta_is_zero = true;
    const auto plan = plan_contraction(context, drawn.text, operands, options);
    RunOptions run;
    run.workspace = context.workspace(plan.workspace_bytes());

    plan.run(problem.operands[0].view(), inputs, run);
    const auto first = problem.operands[0].bytes();
    plan.run(problem.operands[0].view(), inputs, run);

    EXPECT_EQ(problem.operands[0].bytes(), first);
}

/// Workspace limits: none, zero, and some in between.
std::int64_t limit_of(std::uint64_t seed) {
    Random random(seed);
    return random.chance(50) ? unlimited : random.chance(40) ? 0 : random.below(20000);
}

TEST_P(EachBlockMethod, AgreesWithTheDenseReference) {
    for (const std::uint64_t seed : seeds(1, 150)) {
        SCOPED_TRACE(seed);
        BlockPlanOptions options;
        options.method = GetParam();
        options.workspace_limit = limit_of(seed);

        EXPECT_TRUE(check_blocks(draw_blocks(seed), options, static_cast<int>(1 + seed % 3)));
    }
}

}  // namespace
}  // namespace ttgt::test
