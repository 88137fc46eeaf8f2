// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Tiles, and what is written for GPUs, without one.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "operators/cuda/evaluation_source.h"
#include "operators/cuda/reduction_bits.h"
#include "operators/cuda/staged_tile.h"

namespace ttgt {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

OperatorProblem bound(const std::string& formula,
                      const std::vector<std::vector<std::int64_t>>& extents) {
    std::vector<OperandLayout> operands;
    for (const auto& each : extents) operands.push_back({DType::float64, packed(each)});
    return bind_formula(parse_formula(formula), operands);
}

TEST(OperatorTile, HasTheFastestModesOfLargeTensors) {
    const OperatorProblem problem =
        bound("D(a,b) = x(b,a) + y(a)", {{500, 600}, {600, 500}, {500}});
    const OperatorTile tile = choose_tile(problem, {1024, true, 6});
    EXPECT_THAT(tile.modes, ElementsAre(TileMode{0, 32}, TileMode{1, 32}));
    EXPECT_EQ(tile_count(problem, tile, false), 16 * 19);
}

TEST(OperatorTile, MergedModesAreOneLoop) {
    const OperatorProblem problem = bound("D(a,b) = x(a,b)", {{30, 40}, {30, 40}});
    EXPECT_EQ(problem.modes.size(), 1U);
    const OperatorTile tile = choose_tile(problem, {1024, false, 6});
    EXPECT_THAT(tile.modes, ElementsAre(TileMode{0, 600}));  // two equal parts
}

TEST(OperatorTile, ShortModesAreJoinedByTheNext) {
    const OperatorProblem problem = bound("D(c) = sum(x(a,b,c))", {{100}, {3, 5, 100}});
    const OperatorTile tile = choose_tile(problem, {1024, true, 6});
    EXPECT_EQ(tile.kept, 1U);
    EXPECT_GT(volume(tile, 0, tile.modes.size()), 512);
}

TEST(EvaluationSource, ReadsTransposedTensorsThroughSharedMemory) {
    const OperatorProblem problem =
        bound("D(a,b) = x(b,a) + y(a,b)", {{500, 600}, {600, 500}, {500, 600}});
    const cuda::EvaluationLaunch launch = cuda::write_evaluation(problem, {100});
    EXPECT_THAT(launch.staged, ElementsAre(1U));
    EXPECT_THAT(launch.tile.modes, ElementsAre(TileMode{0, 64}, TileMode{1, 32}));
    // Rows of 64 with a gap after each pair, of an odd stride; a gap after each pair of rows.
    EXPECT_EQ(launch.shared_bytes, (97 * 32 + 16) * 8);
    EXPECT_EQ(launch.vector, 2);
    EXPECT_THAT(launch.source, HasSubstr("__syncthreads"));
    EXPECT_EQ(launch.join_blocks, 0);
}

TEST(StagedTile, HasGapsForVectorsAlongEitherTensor) {
    const OperatorProblem problem =
        bind_formula(parse_formula("D(a,b) = x(b,a)"),
                     {{DType::float32, packed({512, 600})}, {DType::float32, packed({600, 512})}});
    const cuda::EvaluationLaunch launch = cuda::write_evaluation(problem, {100});
    ASSERT_THAT(launch.tile.modes, ElementsAre(TileMode{0, 64}, TileMode{1, 64}));
    EXPECT_EQ(launch.vector, 4);
    const cuda::StagedTile staged(problem, launch, 1);
    // Rows of 64 + 16 elements; lanes that write 4 rows each step by 4 * 81 + 1, an odd number.
    EXPECT_EQ(staged.index(), "t_0 * 1 + t_0 / 4 * 1 + t_1 * 81 + t_1 / 4 * 1");
    EXPECT_EQ(staged.stride(1), 81);
    EXPECT_EQ(staged.bytes(), (81 * 64 + 16) * 4);
    // Of extents that no vector divides, elements one by one in rows of an odd stride.
    const OperatorProblem odd =
        bind_formula(parse_formula("D(a,b) = x(b,a)"),
                     {{DType::float32, packed({511, 601})}, {DType::float32, packed({601, 511})}});
    const cuda::EvaluationLaunch single = cuda::write_evaluation(odd, {100});
    EXPECT_EQ(cuda::StagedTile(odd, single, 1).index(), "t_0 * 1 + t_1 * 65");
}

TEST(EvaluationSource, EvaluatesWholeTilesWithoutConditions) {
    const OperatorProblem whole = bound("D(a,b) = x(b,a)", {{512, 640}, {640, 512}});
    EXPECT_THAT(cuda::write_evaluation(whole, {100}).source, Not(HasSubstr("else")));
    const OperatorProblem part = bound("D(a,b) = x(b,a)", {{500, 600}, {600, 500}});
    EXPECT_THAT(cuda::write_evaluation(part, {100}).source,
                HasSubstr("if (f_0 + 64 <= 500 && f_1 + 32 <= 600) {"));
}

TEST(EvaluationSource, ReducesMaximaInTheirOwnPrecision) {
    const std::vector<OperandLayout> operands{{DType::float32, packed({})},
                                              {DType::float32, packed({1 << 24})}};
    const auto source = [&](const char* formula) {
        return cuda::write_evaluation(bind_formula(parse_formula(formula), operands), {100}).source;
    };
    EXPECT_THAT(source("D() = max(x(a))"), HasSubstr("typedef float Wide;"));
    EXPECT_THAT(source("D() = sum(x(a))"), HasSubstr("typedef double Wide;"));
}

TEST(EvaluationSource, ReadsOthersWhereTheyLie) {
    const OperatorProblem problem = bound("D(a,b) = x(a,b)", {{500, 600}, {500, 600}});
    const cuda::EvaluationLaunch launch = cuda::write_evaluation(problem, {100});
    EXPECT_THAT(launch.staged, IsEmpty());
    EXPECT_THAT(launch.source, Not(HasSubstr("__syncthreads")));
}

TEST(EvaluationSource, MovesVectorsWhereTheyLieInOnePiece) {
    const OperatorProblem problem =
        bound("D(a,b) = x(a,b) + y(b)", {{500, 600}, {500, 600}, {600}});
    const cuda::EvaluationLaunch launch = cuda::write_evaluation(problem, {100});
    EXPECT_EQ(launch.vector, 2);
    EXPECT_THAT(launch.alignment, ElementsAre(16, 16, 8));
    EXPECT_THAT(launch.source, HasSubstr(cuda::evaluate_anywhere_name));
    const OperatorProblem odd = bound("D(a,b) = x(a,b) + y(b)", {{501, 600}, {501, 600}, {600}});
    EXPECT_EQ(cuda::write_evaluation(odd, {100}).vector, 1);
    EXPECT_THAT(cuda::write_evaluation(odd, {100}).source,
                Not(HasSubstr(cuda::evaluate_anywhere_name)));
}

TEST(EvaluationSource, ReadsWideElementsOfSmallTensorsOneByOne) {
    const std::vector<std::int64_t> matrix{512, 600};
    const OperatorProblem problem =
        bind_formula(parse_formula("D(a,b) = x(a,b) * w(a)"), {{DType::float16, packed(matrix)},
                                                               {DType::float16, packed(matrix)},
                                                               {DType::float32, packed({512})}});
    const cuda::EvaluationLaunch launch = cuda::write_evaluation(problem, {100});
    EXPECT_EQ(launch.vector, 8);  // of 16 bytes, the widest access: 8 of w would have 32
    EXPECT_EQ(cuda::vector_of(problem, launch, launch.vector, 1), 8);
    EXPECT_EQ(cuda::vector_of(problem, launch, launch.vector, 2), 1);
    EXPECT_THAT(launch.alignment, ElementsAre(16, 16, 4));
    EXPECT_THAT(launch.source, Not(HasSubstr("read_vector(v_2")));
}

TEST(EvaluationSource, ThreadsReduceTheSameElementsAtAnyAddress) {
    const OperatorProblem problem = bound("D() = sum(x(a))", {{}, {1000000}});
    const cuda::EvaluationLaunch launch = cuda::write_evaluation(problem, {100});
    ASSERT_EQ(launch.vector, 2);
    const std::size_t anywhere = launch.source.find(cuda::evaluate_anywhere_name);
    ASSERT_NE(anywhere, std::string::npos);
    const std::string first = launch.source.substr(0, anywhere);
    const std::string second = launch.source.substr(anywhere);
    EXPECT_THAT(first, HasSubstr("read_vector(v_1[item], p_1 + at)"));
    EXPECT_THAT(second, Not(HasSubstr("read_vector")));
    EXPECT_THAT(second, HasSubstr("(threadIdx.x + item * 256u) * 2u;"));
}

TEST(EvaluationSource, ReadsShortPiecesThroughSharedMemory) {
    const OperatorProblem problem = bound("D(a,b,c) = x(a,c,b)", {{3, 400, 500}, {3, 500, 400}});
    EXPECT_THAT(cuda::write_evaluation(problem, {100}).staged, ElementsAre(1U));
    const OperatorProblem longer = bound("D(a,b,c) = x(a,c,b)", {{32, 400, 500}, {32, 500, 400}});
    EXPECT_THAT(cuda::write_evaluation(longer, {100}).staged, IsEmpty());
}

TEST(ReductionBits, CountsSumsOfThreadsLanesAndWarps) {
    // 128 kept elements in vectors of 2, then 16 reduced steps: 2 bits of the warp, 2 of the item.
    const OperatorProblem columns = bound("D(a) = sum(x(a,b))", {{128}, {128, 4096}});
    const OperatorTile tile{{{0, 128}, {1, 16}}, 1};
    const cuda::ReductionBits bits(columns, tile, 2);
    EXPECT_EQ(bits.accumulators(), 2);
    EXPECT_TRUE(!bits.is_vector_reduced());
    EXPECT_EQ(bits.reduced_lane_mask(), 0);
    EXPECT_EQ(bits.warp_rows(), 4);
    EXPECT_EQ(bits.reduced_item_mask(), 3);
    // 64 reduced steps in vectors of 2, then 32 kept elements: a warp to a row, 4 items to a
    // thread.
    const OperatorProblem rows = bound("D(b) = sum(x(a,b))", {{4096}, {64, 4096}});
    const OperatorTile row_tile{{{1, 64}, {0, 32}}, 1};
    const cuda::ReductionBits row_bits(rows, row_tile, 2);
    EXPECT_EQ(row_bits.accumulators(), 4);
    EXPECT_TRUE(row_bits.is_vector_reduced());
    EXPECT_EQ(row_bits.reduced_lane_mask(), 31);
    EXPECT_EQ(row_bits.warp_rows(), 1);
    EXPECT_EQ(row_bits.reduced_item_mask(), 0);
}

TEST(EvaluationSource, SharesReductionsToFewElements) {
    const OperatorProblem problem = bound("D() = sum(x(a))", {{}, {1 << 24}});
    const cuda::EvaluationLaunch launch = cuda::write_evaluation(problem, {100});
    EXPECT_GT(launch.chunks, 400);
    EXPECT_EQ(launch.blocks, launch.chunks);
    EXPECT_EQ(launch.join_blocks, 1);
    EXPECT_EQ(launch.partial_bytes, launch.chunks * 8);
    const OperatorProblem wide = bound("D(b) = sum(x(a,b))", {{100000}, {1024, 100000}});
    EXPECT_EQ(cuda::write_evaluation(wide, {100}).chunks, 1);
}

TEST(EvaluationSource, CountsInLongIntegersWhereItMust) {
    const OperatorProblem small = bound("D(a) = x(a)", {{1000}, {1000}});
    EXPECT_THAT(cuda::write_evaluation(small, {100}).source, HasSubstr("typedef int Index;"));
    const OperatorProblem large =
        bound("D(a) = x(a)", {{std::int64_t{3} << 30}, {std::int64_t{3} << 30}});
    EXPECT_THAT(cuda::write_evaluation(large, {100}).source, HasSubstr("typedef long long Index;"));
}

}  // namespace
}  // namespace ttgt
