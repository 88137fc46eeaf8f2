// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Keys of transposes' kernels. Their texts are on disk: whoever changes one of the texts below
// raises ChoiceCache::current_schema.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "src/cache/choice_cache.h"
#include "transpose/cpu/kernel_plan.h"
#include "transpose/cuda/plan/kernel_plan.h"

namespace ttgt {
namespace {

const TransposeProblem& square() {
    static const TransposeProblem problem =
        make_transpose_problem(DType::float64, false, {{50, {1, 60}}, {60, {50, 1}}});
    return problem;
}

TEST(TransposeKey, TextsBelongToASchema) {
    EXPECT_EQ(ChoiceCache::current_schema, 1);
    CpuKernelPlan plan;
    plan.tile.method = TransposeMethod::packed;
    plan.tile.run = {{{60, {50, 1}}, 32}};
    plan.tile.rows = {{{5, {1, 60}}, 5}, {{10, {5, 300}}, 2}};

    EXPECT_EQ(to_text(plan.key()), "packed 60,50,1,32 5,1,60,5,10,5,300,2");
    plan.tile.method = TransposeMethod::tiled;
    EXPECT_EQ(to_text(plan.key()), "tiled 60,50,1,32 5,1,60,5,10,5,300,2");
    plan.tile = {};
    EXPECT_EQ(to_text(plan.key()), "copy - -");
    plan.tile.method = TransposeMethod::tiled_copy;
    EXPECT_EQ(to_text(plan.key()), "tiled_copy - -");
}

TEST(TransposeKey, OfCudaNamesEveryKindOfTile) {
    cuda::CudaKernelPlan plan;
    plan.fast.shape.unit_bytes = 8;
    plan.fast.chosen.tile = cuda::CopyTile{{0, 1}};
    EXPECT_EQ(to_text(plan.key()), "copy 8 0,1");
    plan.fast.chosen.tile = cuda::TiledTile{{0}, {1, 2}, 1, 2, false, true};
    EXPECT_EQ(to_text(plan.key()), "tiled 8 0 1,2 256,256,512,16 2,0,1");
    plan.fast.chosen.tile = cuda::PackedTile{{4, 1, 6}, true};
    EXPECT_EQ(to_text(plan.key()), "packed 8 4,1,6 1");
    plan.problem.empty = true;
    EXPECT_EQ(to_text(plan.key()), "nothing");
}

TEST(TransposeKey, CandidatesOfAProblemHaveKeysOfTheirOwn) {
    std::set<std::string> keys;
    const std::vector<CpuTile> tiles = tile_candidates(square());
    for (const CpuTile& tile : tiles)
        keys.insert(to_text(plan_transpose_kernel(square(), tile).key()));
    EXPECT_EQ(keys.size(), tiles.size());

    keys.clear();
    const auto priced = cuda::price_tiles(cuda::vectorise(square()), cuda::sm_90());
    for (const cuda::PricedCudaTile& tile : priced) {
        keys.insert(to_text(cuda::plan_transpose_kernel(square(), tile, cuda::sm_90()).key()));
    }
    EXPECT_EQ(keys.size(), priced.size());
}

}  // namespace
}  // namespace ttgt
