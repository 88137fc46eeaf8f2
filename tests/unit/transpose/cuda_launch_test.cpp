// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// How tiles become launches: the order of tiles, threads to a row, and what the caches are left.
#include "transpose/cuda/plan/launch.h"

#include <cstdint>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/problems/cuda_transpose_cases.h"
#include "transpose/cuda/plan/kernel_plan.h"
#include "transpose/cuda/plan/mwp_cwp.h"

namespace ttgt::cuda {
namespace {

using Extents = std::vector<std::int64_t>;

Shape shape_of(DType dtype, const Extents& extents, const std::vector<int>& perm) {
    return vectorise(test::problem_of(test::packed_case(dtype, extents, perm)));
}

TiledTile first_tiled(const Shape& shape) {
    for (const CudaTile& tile : tile_candidates(shape)) {
        if (const auto* tiled = std::get_if<TiledTile>(&tile)) return *tiled;
    }
    ADD_FAILURE() << "no tiled candidate";
    return {};
}

/// Of the first tiled candidate.
TiledArguments tiled_of(const Extents& extents, const std::vector<int>& perm) {
    const Shape shape = shape_of(DType::float64, extents, perm);
    return std::get<TiledArguments>(make_launch(shape, first_tiled(shape))->arguments);
}

PackedArguments packed_of(DType dtype, const Extents& extents, const std::vector<int>& perm,
                          const Extents& blocks) {
    const Shape shape = shape_of(dtype, extents, perm);
    return std::get<PackedArguments>(make_packed_launch(shape, {blocks})->arguments);
}

TEST(CudaLaunch, TilesFollowTheOutputAndFetchLinesThatTheNextOnesShare) {
    const TiledArguments tile = tiled_of({13227, 13227}, {1, 0});

    EXPECT_EQ(tile.output.below.value, 1U);
    EXPECT_TRUE(tile.whole_lines);
}

TEST(CudaLaunch, LinesThatL2LosesBeforeTheNextTileAreNotFetchedWhole) {
    const TiledArguments tile = tiled_of({3261, 48899}, {1, 0});

    EXPECT_EQ(tile.output.below.value, 1U);
    EXPECT_FALSE(tile.whole_lines);
}

TEST(CudaLaunch, ShortRowsOfTilesThatSplitLinesGoFirst) {
    const TiledArguments tile = tiled_of({586, 343396}, {1, 0});

    EXPECT_EQ(tile.input.below.value, 1U);
    EXPECT_EQ(tile.output.below.value, tile.input.blocks.value);
    EXPECT_TRUE(tile.whole_lines);
}

TEST(CudaLaunch, TilesThatSplitNoLinesFollowTheOutput) {
    const TiledArguments tile = tiled_of({576, 343392}, {1, 0});

    EXPECT_EQ(tile.output.below.value, 1U);
    EXPECT_FALSE(tile.whole_lines);
}

TEST(CudaLaunch, GapsBetweenRowsAreNotFetched) {
    const Layout padded{{60, 4000}, {1, 61}};
    const test::TransposeCase given{DType::float64, padded, packed({4000, 60}), {1, 0}, false};
    const Shape shape = vectorise(test::problem_of(given));

    EXPECT_FALSE(
        std::get<TiledArguments>(make_launch(shape, first_tiled(shape))->arguments).whole_lines);
}

TEST(CudaLaunch, ColumnsOnSectorsNeedNoHaloAndAnAlignedOutput) {
    const auto plan = [](const Extents& extents) {
        return plan_transpose_kernel(
            test::problem_of(test::packed_case(DType::float32, extents, {1, 0})), sm_90());
    };

    const Variant aligned = plan({2048, 4096}).fast;
    EXPECT_EQ(std::get<TiledArguments>(aligned.chosen.launch.arguments).mask, 0);
    EXPECT_EQ(aligned.out_alignment, 32);

    const Variant odd = plan({2048, 4097}).fast;
    EXPECT_EQ(std::get<TiledArguments>(odd.chosen.launch.arguments).mask, 7);
    EXPECT_EQ(odd.out_alignment, 4);

    const Variant plain = plan({2048, 4096}).plain;
    EXPECT_EQ(std::get<TiledArguments>(plain.chosen.launch.arguments).mask, 7);
    EXPECT_EQ(plain.out_alignment, 4);
}

TEST(CudaLaunch, FewRowsAreSharedByTheWholeBlock) {
    // Tiles of 43 x 128: one row of the output, 43 of the input's 128.
    const PackedArguments few =
        packed_of(DType::float64, {157, 214, 43, 100}, {2, 0, 1, 3}, {43, 128, 1});
    EXPECT_EQ(few.out_rows, 1);
    EXPECT_EQ(few.log2_store_lanes, 8);
    EXPECT_EQ(few.log2_load_lanes, 5);
}

TEST(CudaLaunch, RowsOfTheOutputThatAdjoinShareTheTableOfARun) {
    // 13 * 24 floats are 39 sectors.
    const PackedArguments shared =
        packed_of(DType::float32, {24, 13, 21, 6, 28}, {1, 0, 4, 3, 2}, {13, 24, 14, 1, 1});
    EXPECT_EQ(shared.out_run, 13 * 24);
    EXPECT_EQ(shared.out_rows, 14);
}

TEST(CudaLaunch, OneBlockLessIsResidentWhereOthersAreLeftAndL1Gains) {
    const auto spares = [](int shared_bytes) {
        Launch launch;
        launch.threads = 256;
        launch.shared_bytes = shared_bytes;
        return should_spare_l1(launch, sm_90());
    };

    EXPECT_FALSE(spares(18 * 1024)) << "all 8 fit anyway";
    EXPECT_TRUE(spares(36 * 1024)) << "5 instead of 6";
    EXPECT_TRUE(spares(54 * 1024)) << "3 instead of 4";
    EXPECT_FALSE(spares(72 * 1024)) << "2 instead of 3";
    EXPECT_FALSE(spares(100 * 1024)) << "1 instead of 2";
}

}  // namespace
}  // namespace ttgt::cuda
