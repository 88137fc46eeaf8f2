// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/problems/transpose_case.h"
#include "tests/support/refusal.h"
#include "transpose/cpu/kernel_plan.h"
#include "transpose/cpu/tile_walk.h"

namespace ttgt {
namespace {

using test::refusal_of;
using testing::HasSubstr;

using Blocks = std::vector<BlockedMode>;

CpuKernelPlan plan_of(Modes<2> modes, DType dtype = DType::float64) {
    return plan_transpose_kernel(make_transpose_problem(dtype, false, std::move(modes)));
}

TEST(TransposePlanning, CopiesLongRowsInShareablePieces) {
    const CpuKernelPlan plan = plan_of({{5000, {1, 1}}, {3, {10000, 5000}}});

    EXPECT_EQ(plan.tile.method, TransposeMethod::copy);
    EXPECT_EQ(plan.tile.run, (Blocks{{{5000, {1, 1}}, 2048}}));  // 16 KiB
    EXPECT_TRUE(plan.tile.rows.empty());
}

TEST(TransposePlanning, GathersShortRowsToRuns) {
    const CpuKernelPlan plan = plan_of({{16, {1, 1}}, {3, {80, 16}}, {5, {16, 48}}});

    EXPECT_EQ(plan.tile.method, TransposeMethod::tiled_copy);
    EXPECT_EQ(plan.tile.run, (Blocks{{{16, {1, 1}}, 16}, {{3, {80, 16}}, 3}, {{5, {16, 48}}, 5}}));
    EXPECT_EQ(plan.piece, 16);
    EXPECT_EQ(plan.run_in.size(), 15U);
}

TEST(TransposePlanning, SetsARunOfTheOutputAgainstOneOfTheInput) {
    const CpuKernelPlan plan = plan_of({{50, {120, 1}}, {3, {40, 50}}, {40, {1, 150}}});

    EXPECT_EQ(plan.tile.method, TransposeMethod::tiled);
    EXPECT_EQ(plan.tile.run.front().mode, (Mode<2>{50, {120, 1}}));
    EXPECT_EQ(plan.tile.rows.front().mode, (Mode<2>{40, {1, 150}}));
}

TEST(TransposePlanning, TakesSeveralShortModesOnEachSide) {
    // in[a,b,c,d,e,f] of extent 4 to out[d,e,f,a,b,c], padded so that none of them merge
    const Modes<2> modes{{4, {341, 1}}, {4, {1364, 5}}, {4, {5456, 21}},
                         {4, {1, 85}},  {4, {5, 341}},  {4, {21, 1365}}};

    const CpuKernelPlan plan = plan_of(modes);

    EXPECT_EQ(plan.tile.run, (Blocks{{{4, {341, 1}}, 4}}));  // gaps: neither side has longer runs
    EXPECT_EQ(plan.tile.rows.front(), (BlockedMode{{4, {1, 85}}, 4}));
    EXPECT_GT(plan.tile.rows.size(), 1U);
}

TEST(TransposePlanning, LooksPastRepeatedElementsForTheFastestInputMode) {
    const CpuKernelPlan plan = plan_of({{50, {0, 1}}, {40, {1, 50}}, {3, {0, 2000}}});

    EXPECT_EQ(plan.tile.method, TransposeMethod::tiled);
    EXPECT_EQ(plan.tile.rows.front().mode, (Mode<2>{40, {1, 50}}));
}

TEST(TransposePlanning, FindsATileWhereAllElementsAreOne) {
    EXPECT_EQ(plan_of({{5, {0, 1}}, {4, {0, 6}}}).tile.method, TransposeMethod::packed);
}

TEST(TransposePlanning, IsDeterministicAndTakesTheCheapestTile) {
    const Modes<2> modes{{352, {5376, 1}}, {28, {48, 352}}, {48, {1, 9856}}};
    const TransposeProblem problem = make_transpose_problem(DType::float32, false, modes);

    const std::vector<PricedCpuTile> tiles = tiles_by_cost(problem);

    EXPECT_GT(tiles.size(), 3U);
    EXPECT_TRUE(std::is_sorted(tiles.begin(), tiles.end(),
                               [&](const PricedCpuTile& a, const PricedCpuTile& b) {
                                   return cost_ns(problem, a.tile) < cost_ns(problem, b.tile);
                               }));
    EXPECT_EQ(plan_transpose_kernel(problem).tile, tiles.front().tile);
    EXPECT_EQ(plan_transpose_kernel(problem).cost_ns, cost_ns(problem, tiles.front().tile));
    EXPECT_EQ(plan_transpose_kernel(problem).tile, plan_transpose_kernel(problem).tile);
}

/// What every kernel relies on.
void check_tile(const CpuKernelPlan& plan) {
    const CpuTile& tile = plan.tile;
    std::int64_t run_stride = tile.run.empty() ? 1 : tile.run.front().mode.strides[output];
    for (const BlockedMode& blocked : tile.run) {
        EXPECT_EQ(blocked.mode.strides[output], run_stride);
        run_stride *= blocked.block;
    }
    for (const auto* part : {&tile.run, &tile.rows}) {
        for (std::size_t i = 0; i + 1 < part->size(); ++i) {
            EXPECT_EQ((*part)[i].block, (*part)[i].mode.extent);
        }
    }
    EXPECT_EQ(static_cast<std::int64_t>(plan.rows.size()), elements(tile.rows));
    const std::int64_t in_table = static_cast<std::int64_t>(plan.run_in.size()) * plan.piece;
    if (plan.run_more == 0) {
        EXPECT_EQ(in_table, elements(tile.run));
    } else {
        const BlockedMode& last = tile.run.back();
        const std::int64_t whole = elements(tile.run) / last.block * last.mode.extent;
        EXPECT_GE(in_table, std::min(elements(tile.run) + plan.run_more, whole));
        EXPECT_LE(in_table, whole);
    }

    cpu::TileWalk walk(plan);
    walk.seek(0);
    std::int64_t visited = 0;
    const std::int64_t tiles = walk.count();
    for (std::int64_t i = 0; i < tiles; ++i, walk.advance()) {
        visited += walk.position().run_length * walk.position().row_count;
    }
    EXPECT_EQ(visited, volume(plan.problem.modes));
}

TEST(TransposePlanning, EveryCandidateCoversTheTensor) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(seed);
        test::Random random(seed);
        const test::TransposeCase given = test::random_transpose_case(random, DType::float32);
        const TransposeProblem problem =
            make_transpose_problem(given.dtype, false, test::modes_of(given));
        for (const CpuTile& tile : tile_candidates(problem)) {
            if (!problem.empty) check_tile(plan_transpose_kernel(problem, tile));
        }
    }
}

TEST(TransposePlanning, CountsBytesOfBothSides) {
    const CpuKernelPlan plan = plan_of({{5, {4, 1}}, {4, {1, 5}}});

    EXPECT_EQ(bytes_moved(plan.problem, false), 2 * 20 * 8);
    EXPECT_EQ(bytes_moved(plan.problem, true), 3 * 20 * 8);
    EXPECT_EQ(bytes_moved(plan_of({{0, {1, 1}}}).problem, true), 0);
    EXPECT_EQ(bytes_moved(plan_of({}).problem, false), 16);
}

TEST(TransposePlanning, RefusesBytesThatDoNotFit) {
    const CpuKernelPlan plan = plan_of({{std::int64_t{1} << 59, {1, 1}}});

    EXPECT_THAT(refusal_of<SizeOverflow>([&] { (void)bytes_moved(plan.problem, false); }),
                HasSubstr("the bytes moved by a transpose"));
}

TEST(TransposePlanning, PredictsMoreTimeForMoreElements) {
    EXPECT_GT(plan_of({{0, {1, 1}}}).predicted_ms(), 0.0);
    EXPECT_GT(plan_of({{1000, {1, 1}}}).predicted_ms(), plan_of({{10, {1, 1}}}).predicted_ms());
}

TEST(TransposePlanning, RunsOnManyPagesCostMoreInTheCaches) {
    const auto ns = [](std::int64_t columns, std::int64_t row_stride) {
        const TransposeProblem problem = make_transpose_problem(
            DType::float64, false, {{64, {columns, 1}}, {columns, {1, row_stride}}});
        return plan_transpose_kernel(problem).cost_ns;
    };
    constexpr std::int64_t cached = 256;
    constexpr std::int64_t streamed = 1 << 16;

    EXPECT_GT(ns(cached, 1024), ns(cached, 64));
    EXPECT_EQ(ns(streamed, 1024), ns(streamed, 128));
}

TEST(TransposePlanning, PrintsMethodModesAndStrides) {
    EXPECT_EQ(to_string(plan_of({{48, {160, 1}}, {5, {32, 48}}, {32, {1, 240}}})),
              "tiled 48x5x32 in 160,32,1 out 1,48,240");
    EXPECT_EQ(to_string(plan_of({{4000, {1, 1}}})), "copy 4000 in 1 out 1");
    EXPECT_EQ(to_string(plan_of({})), "copy scalar");
    EXPECT_EQ(to_string(plan_of({{0, {1, 1}}})), "copy nothing");
    EXPECT_EQ(to_string(plan_transpose_kernel(
                  make_transpose_problem(DType::complex64, true, {{4000, {1, 1}}}))),
              "copy 4000 in 1 out 1 conjugated");
}

}  // namespace
}  // namespace ttgt
