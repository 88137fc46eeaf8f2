// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The source of the kernel of pairs, run on the CPU and compared with the dense reference.
#include <ttgt/blocks.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "blocks/cuda/pairs/pairs_launch.h"
#include "contraction/expression/expression.h"
#include "tests/support/emulation/emulated_pairs.h"
#include "tests/support/problems/random_blocks.h"

namespace ttgt::test {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

std::vector<std::int64_t> addresses_of(GuardedBlocks& blocks) {
    std::vector<std::int64_t> addresses;
    for (GuardedArray& block : blocks.arrays()) {
        addresses.push_back(reinterpret_cast<std::int64_t>(block.data()));
    }
    return addresses;
}

/// D = beta * D for blocks that no pair reaches.
void scale_others(GuardedBlocks& d, const std::vector<blocks::Pair>& pairs, Scalar beta) {
    std::vector<char> is_reached(d.arrays().size(), 0);
    for (const blocks::Pair& pair : pairs) is_reached[pair.d] = 1;
    for (std::size_t i = 0; i < is_reached.size(); ++i) {
        if (is_reached[i] != 0) continue;
        GuardedArray& block = d.arrays()[i];
        block.for_each_offset(
            [&](std::int64_t offset) { block.set(offset, beta * block.get(offset)); });
    }
}

class PairsRun {
public:
    explicit PairsRun(int policy) : policy_(policy) {}

    AssertionResult operator()(RandomBlocks& problem, const BlockPlanOptions& options) {
        const blocks::BlockProblem bound = blocks::bind_blocks(
            parse_expression(problem.text), block_operands(problem), options.beta_is_zero);
        is_served = cuda::suits_pairs(bound);
        const std::vector<blocks::Pair> pairs =
            blocks::find_pairs(bound, blocks::join_blocks(bound), false);
        if (!is_served) return AssertionFailure() << "is not served";
        if (!cuda::has_policy(bound, policy_)) policy_ = 0;
        const cuda::PairsLaunch launch =
            cuda::make_pairs_launch(blocks::BlockShapes(bound), pairs, policy_);
        exchanges = launch.exchanges;
        std::vector<std::vector<std::int64_t>> addresses;
        for (GuardedBlocks& operand : problem.operands) addresses.push_back(addresses_of(operand));
        cuda::PairsArguments arguments = launch.arguments;
        arguments.tiles = launch.tiles.data();
        arguments.outputs = launch.outputs.data();
        arguments.terms = launch.terms.data();
        arguments.l = launch.l.data();
        arguments.r = launch.r.data();
        arguments.places[0] = {nullptr, addresses[operand_d].data()};
        arguments.places[1] = {nullptr, addresses[exchanges ? operand_r : operand_l].data()};
        arguments.places[2] = {nullptr, addresses[exchanges ? operand_l : operand_r].data()};
        scale_others(problem.operands[0], pairs, problem.beta);
        const std::string error =
            emulate_pairs(launch, arguments, {problem.alpha * bound.traits.scale, problem.beta});
        return error.empty() ? AssertionSuccess() : AssertionFailure() << error;
    }

    bool is_served = false;
    bool exchanges = false;

private:
    int policy_;
};

TEST(CudaPairsEmulation, AgreesWithTheDenseReference) {
    int served = 0;
    int exchanged = 0;
    for (const std::uint64_t seed : seeds(1, 40)) {
        PairsRun run(static_cast<int>(seed % cuda::pairs_policy_count));
        const AssertionResult right = check_block_run(draw_blocks(seed), {}, std::ref(run));
        if (!run.is_served) continue;
        ++served;
        exchanged += run.exchanges ? 1 : 0;
        ASSERT_TRUE(right) << "seed " << seed;
    }
    EXPECT_GT(served, 15);
    EXPECT_GT(exchanged, 5);
    EXPECT_LT(exchanged, served);
}

/// More rows, columns and inner positions than a tile has.
TEST(CudaPairsEmulation, CutsBlocksIntoTiles) {
    using enum DType;
    for (const DType dtype : {float32, float64, complex64, complex128}) {
        for (const bool l_runs_along_inners : {false, true}) {
            RandomBlocks problem = block_product(dtype, {40, 3}, l_runs_along_inners);

            for (int policy = 0; policy < cuda::pairs_policy_count; ++policy) {
                EXPECT_TRUE(check_block_run(problem, {}, PairsRun(policy)))
                    << name(dtype) << ", policy " << policy;
            }
        }
    }
}

/// More inner positions than the tables of offsets have at a time.
TEST(CudaPairsEmulation, SumsOverManyInnerPositions) {
    for (const DType dtype : {DType::float64, DType::complex64}) {
        RandomBlocks problem = block_product(dtype, {401, 30}, true);

        for (int policy = 0; policy < cuda::pairs_policy_count; ++policy) {
            EXPECT_TRUE(check_block_run(problem, {}, PairsRun(policy)))
                << name(dtype) << ", policy " << policy;
        }
    }
}

TEST(CudaPairsEmulation, SoMuchWorkThatOtherWaysAreFasterHasAFinitePrice) {
    const std::int64_t extent = 1'000'000;
    const BlockLayout l({{extent}, {2}}, {{0, 0}});
    const BlockLayout r({{2}, {extent}}, {{0, 0}});
    const std::string text = "D(a,c)=L(a,k)*R(k,c)";
    const std::vector<BlockOperand> operands{
        {DType::float64, output_blocks(text, {l, r})}, {DType::float64, l}, {DType::float64, r}};
    const blocks::BlockProblem problem =
        blocks::bind_blocks(parse_expression(text), operands, std::nullopt);

    const std::vector<blocks::Pair> pairs{{0, 0, 0}};
    const cuda::PairsChoice choice = cuda::choose_pairs(
        blocks::BlockShapes(problem), pairs, cuda::pairs_policies_of(problem), cuda::sm_90());

    EXPECT_TRUE(choice.is_too_much);
    EXPECT_TRUE(std::isfinite(choice.ms));
}

TEST(CudaPairsEmulation, PricesGrowWithStepsAndWithTheLongestTile) {
    const auto price = [](double steps, double longest) {
        return [=](int policy) {
            return cuda::pairs_ms({steps, 1, 1, longest, 1, 1000}, policy, DType::float64,
                                  cuda::sm_90());
        };
    };

    for (int policy = 0; policy < cuda::pairs_policy_count; ++policy) {
        EXPECT_LT(price(10, 10)(policy), price(100000, 10)(policy)) << policy;
        EXPECT_LT(price(10, 1)(policy), price(10, 10)(policy)) << policy;
    }
}

}  // namespace
}  // namespace ttgt::test
