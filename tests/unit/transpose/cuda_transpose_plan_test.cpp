// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/kernel_plan.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/core/rounding.h"
#include "tests/support/problems/cuda_transpose_cases.h"
#include "transpose/cuda/plan/kernel_arguments.h"
#include "transpose/cuda/plan/launch.h"
#include "transpose/cuda/plan/traffic.h"

namespace ttgt::cuda {
namespace {

using test::CudaCandidate;
using test::Random;
using test::TransposeCase;
using testing::AllOf;
using testing::AnyOf;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;
using testing::StartsWith;

/// As the device divides.
std::uint32_t quotient(std::uint32_t n, const Divisor& by) {
    const auto high = static_cast<std::uint32_t>(std::uint64_t{n} * by.magic >> 32U);
    return (high + n) >> by.shift;
}

void check_divisor(std::uint32_t value, Random& random) {
    constexpr std::uint32_t end = std::uint32_t{1} << 31U;
    const Divisor by = divisor(value);
    std::vector<std::uint32_t> dividends{0, 1, value - 1, value, end - 1, end - 2, end / 2};
    if (value < end - 1) dividends.push_back(value + 1);
    for (int i = 0; i < 20; ++i) {
        const auto n = static_cast<std::uint32_t>(random.below(end));
        const std::uint32_t multiple = n / value * value;
        dividends.insert(dividends.end(), {n, multiple, multiple == 0 ? 0 : multiple - 1});
    }
    for (const std::uint32_t n : dividends) {
        ASSERT_EQ(quotient(n, by), n / value) << n << " by " << value;
    }
}

TEST(CudaDivisor, IsExactBelowTwoToThe31) {
    Random random(1);
    for (std::uint32_t value = 1; value <= 5000; ++value) check_divisor(value, random);
    for (std::uint32_t power = 1; power <= 30; ++power) {
        for (const std::int64_t beside : {-1, 0, 1}) {
            const std::int64_t value = (std::int64_t{1} << power) + beside;
            if (value > 0) check_divisor(static_cast<std::uint32_t>(value), random);
        }
    }
    for (int i = 0; i < 20'000; ++i) {
        const std::int64_t value = 1 + random.below(std::int64_t{1} << random.between(1, 30));
        check_divisor(static_cast<std::uint32_t>(value), random);
        if (HasFatalFailure()) return;
    }
}

CudaKernelPlan plan_of(const TransposeCase& given) {
    return plan_transpose_kernel(test::problem_of(given), sm_90());
}

std::string method_for(const std::vector<std::int64_t>& extents, const std::vector<int>& perm,
                       DType dtype = DType::float64) {
    return plan_of(test::packed_case(dtype, extents, perm)).method();
}

TEST(CudaTransposePlan, TakesTheMethodThatSuitsTheShape) {
    EXPECT_EQ(method_for({5'000'000}, {0}), "copy");
    EXPECT_EQ(method_for({3000, 70, 30}, {0, 2, 1}), "tiled_copy");
    EXPECT_THAT(method_for({3000, 4000}, {1, 0}), AnyOf("tiled", "packed_split"));
    EXPECT_EQ(method_for({200, 300, 400}, {2, 1, 0}, DType::float32), "tiled");
    EXPECT_THAT(method_for({5, 3, 2, 4, 35, 33, 37, 40}, {4, 1, 0, 5, 6, 2, 3, 7}),
                StartsWith("packed"));
    EXPECT_THAT(method_for({3, 5, 7, 100'000}, {2, 1, 0, 3}), StartsWith("packed"));
}

TEST(CudaTransposePlan, ColumnsThatAdjoinCanBeWrittenAsOneSegment) {
    const auto segments = [](DType dtype, const std::vector<std::int64_t>& extents,
                             const std::vector<int>& perm) {
        const std::vector<PricedCudaTile> tiles = price_tiles(
            vectorise(test::problem_of(test::packed_case(dtype, extents, perm))), sm_90());
        return std::count_if(tiles.begin(), tiles.end(), [](const PricedCudaTile& tile) {
            const auto* tiled = std::get_if<TiledTile>(&tile.tile);
            return tiled != nullptr && tiled->adjoins;
        });
    };

    EXPECT_GT(segments(DType::opaque1, {1704, 115, 905}, {1, 0, 2}), 0);
    EXPECT_GT(segments(DType::opaque2, {1704, 115, 905}, {1, 0, 2}), 0);
    EXPECT_EQ(segments(DType::opaque4, {1704, 115, 905}, {1, 0, 2}), 0);
    EXPECT_EQ(segments(DType::opaque2, {1704, 115, 905}, {1, 2, 0}), 0);
    EXPECT_EQ(segments(DType::opaque2, {1704, 1115, 905}, {1, 0, 2}), 0) << "too long a column";
    EXPECT_EQ(segments(DType::opaque2, {1703, 7, 905}, {1, 0, 2}), 0) << "shorter than a vector";
}

TEST(CudaTransposePlan, PlacesInSharedMemoryFitTheirTable) {
    int tables = 0;
    for (const DType dtype : test::opaque_dtypes()) {
        for (const TransposeCase& given : test::awkward_permutations(dtype)) {
            const TransposeProblem problem = test::problem_of(given);
            if (problem.empty) continue;
            for (const auto& candidate : test::cuda_candidates(test::plain_shape(problem))) {
                const auto* packed = std::get_if<PackedArguments>(&candidate.launch.arguments);
                if (packed == nullptr) continue;
                EXPECT_LE(packed->in_rows * packed->pitch, 65536)
                    << candidate.text << ": " << test::to_string(given);
                ++tables;
            }
        }
    }
    EXPECT_GT(tables, 0);
}

TEST(CudaTransposePlan, OfTheSameArgumentsIsTheSame) {
    for (const std::uint64_t seed : test::seeds(1, 50)) {
        Random random(seed);
        const TransposeCase given = test::random_permutation(random, DType::float32, 1'000'000);

        EXPECT_EQ(plan_of(given).explain(), plan_of(given).explain()) << test::to_string(given);
    }
}

TEST(CudaTransposePlan, IsTheCheapestOfThePricedTiles) {
    const TransposeCase given = test::packed_case(DType::float64, {48, 28, 352}, {2, 1, 0});

    const CudaKernelPlan plan = plan_of(given);
    const std::vector<PricedCudaTile> tiles = price_tiles(plan.fast.shape, plan.gpu);

    ASSERT_GT(tiles.size(), 3U);
    EXPECT_EQ(tiles.front().tile, plan.fast.chosen.tile);
    EXPECT_TRUE(std::is_sorted(tiles.begin(), tiles.end(),
                               [](const PricedCudaTile& a, const PricedCudaTile& b) {
                                   return a.time.total_us < b.time.total_us;
                               }));
    EXPECT_THAT(plan.explain(), AllOf(HasSubstr(plan.method()), HasSubstr(" us"),
                                      HasSubstr("not taken"), HasSubstr("sectors read")));
}

TEST(CudaTransposePlan, TimeGrowsWithVolume) {
    for (const std::vector<int>& perm : {std::vector<int>{2, 1, 0}, {0, 2, 1}, {1, 0, 2}}) {
        double before = 0;
        for (const std::int64_t factor : {1, 4, 16, 64, 256}) {
            const double ms = plan_of(test::packed_case(DType::float64, {64, 63, 5 * factor}, perm))
                                  .predicted_ms();
            EXPECT_GT(ms, before);
            before = ms;
        }
        EXPECT_GT(before, 256 * 64 * 63 * 5 * 16 / 4.9e9);  // beyond the peak of the memory
    }
}

TEST(CudaTransposePlan, TimeGrowsWithSectorsWrittenInParts) {
    const CudaKernelPlan plan = plan_of(test::packed_case(DType::float64, {999, 888}, {1, 0}));
    const PricedCudaTile& tile = plan.fast.chosen;
    Traffic more = tile.traffic;
    more.partial_sectors += 100'000;

    EXPECT_GT(predict_time(tile.launch, more, plan.gpu).total_us, tile.time.total_us);
}

std::int64_t tiles_per_block(const PackedArguments& arguments) { return arguments.tiles_per_block; }
template <class Arguments>
std::int64_t tiles_per_block(const Arguments&) {
    return 1;
}

void expect_within_limits(const CudaCandidate& candidate) {
    constexpr std::int64_t most_blocks = std::int64_t{1} << 30;
    constexpr int most_block_bytes = 227 * 1024;
    const Launch& launch = candidate.launch;
    EXPECT_THAT(launch.threads, AllOf(Ge(32), Le(1024)));
    EXPECT_EQ(launch.threads % 32, 0);
    EXPECT_THAT(launch.blocks, AllOf(Ge(1), Le(most_blocks)));
    EXPECT_THAT(launch.shared_bytes, AllOf(Ge(0), Le(most_block_bytes)));
    std::visit(
        [&](const auto& arguments) {
            EXPECT_EQ(launch.blocks,
                      divide_up(std::int64_t{arguments.loops.tiles}, tiles_per_block(arguments)));
            EXPECT_LE(arguments.loops.digits, most_loops);
        },
        launch.arguments);
}

TEST(CudaTransposePlan, OfAnyLayoutHasLaunchesWithinLimits) {
    for (const std::uint64_t seed : test::seeds(1, 1500)) {
        Random random(seed);
        const DType dtype = random.pick(test::all_dtypes());
        const TransposeCase given =
            random.chance(50)
                ? test::random_transpose_case(random, dtype)
                : test::random_permutation(random, dtype, std::int64_t{1} << random.between(4, 36));
        const TransposeProblem problem = test::problem_of(given);
        SCOPED_TRACE(test::to_string(given));
        if (problem.empty) {
            EXPECT_EQ(plan_of(given).predicted_ms(), 0);
            EXPECT_EQ(plan_of(given).explain(), "  nothing to move\n");
            continue;
        }
        for (const Shape& shape : {vectorise(problem), test::plain_shape(problem)}) {
            const std::vector<CudaCandidate> candidates = test::cuda_candidates(shape);
            ASSERT_FALSE(candidates.empty());
            for (const CudaCandidate& candidate : candidates) expect_within_limits(candidate);
        }
        const CudaKernelPlan plan = plan_of(given);
        const Launch& launch = plan.fast.chosen.launch;
        EXPECT_GT(plan.predicted_ms(), 0);
        EXPECT_THAT(plan.explain(),
                    AllOf(HasSubstr("  kernel     " + std::string(plan.method())),
                          HasSubstr(" in " + std::to_string(launch.blocks) + " blocks of " +
                                    std::to_string(launch.threads) + " threads"),
                          HasSubstr(" sectors read, "), HasSubstr("  bounds     memory ")));
    }
}

TEST(CudaTransposePlan, OfAwkwardStridesHasALaunch) {
    for (const DType dtype : test::opaque_dtypes()) {
        for (const TransposeCase& given : test::awkward_strides(dtype)) {
            const TransposeProblem problem = test::problem_of(given);
            for (const Shape& shape : {vectorise(problem), test::plain_shape(problem)}) {
                const std::vector<CudaCandidate> candidates = test::cuda_candidates(shape);
                EXPECT_FALSE(candidates.empty()) << test::to_string(given);
                for (const CudaCandidate& candidate : candidates) expect_within_limits(candidate);
            }
        }
    }
}

TEST(CudaTransposePlan, VectorisesUnitsWhereAllStridesAllow) {
    const auto unit = [](const TransposeCase& given) {
        return vectorise(test::problem_of(given)).unit_bytes;
    };

    EXPECT_EQ(unit(test::packed_case(DType::float32, {64, 3, 5}, {0, 2, 1})), 16);
    EXPECT_EQ(unit(test::packed_case(DType::float32, {6, 3, 5}, {0, 2, 1})), 8);
    EXPECT_EQ(unit(test::packed_case(DType::float32, {7, 3, 5}, {0, 2, 1})), 4);
    EXPECT_EQ(unit(test::packed_case(DType::opaque1, {64, 64}, {1, 0})), 1);
    EXPECT_EQ(unit(test::packed_case(DType::opaque16, {64}, {0})), 16);
    EXPECT_EQ(unit({DType::float32, Layout{{8, 5}, {1, 9}}, packed({8, 5}), {0, 1}, false}), 4);
}

TEST(CudaTransposePlan, LongTablesServeSeveralTiles) {
    const auto tiles_of = [](const TransposeCase& given) {
        const Launch launch = plan_of(given).fast.chosen.launch;
        const auto& packed = std::get<PackedArguments>(launch.arguments);
        EXPECT_EQ(launch.blocks,
                  divide_up(std::int64_t{packed.loops.tiles}, tiles_per_block(packed)));
        return tiles_per_block(packed);
    };
    // A tile is one run of the output, whose table has as many entries as the tile has elements.
    EXPECT_EQ(tiles_of(test::packed_case(DType::float32, {47, 109, 233, 171}, {1, 0, 3, 2})), 4);
    // The device would not be filled.
    EXPECT_EQ(tiles_of(test::packed_case(DType::float32, {47, 109, 23, 17}, {1, 0, 3, 2})), 1);
    // Many short rows.
    EXPECT_EQ(tiles_of(test::packed_case(DType::float64, {15, 15, 15, 15, 15, 15, 15},
                                         {1, 6, 3, 5, 4, 0, 2})),
              1);
}

/// Time of a copy over that of the plan, and the units in a row of its packed tile as staged.
struct PackedChoice {
    double fraction_of_copy = 0;
    std::int32_t in_run = 0;
};

PackedChoice packed_choice(const TransposeCase& given) {
    const CudaKernelPlan plan = plan_of(given);
    double bytes = 2.0 * static_cast<double>(size_bytes(given.dtype));
    for (const std::int64_t extent : given.in.extents) bytes *= static_cast<double>(extent);
    const double copy_us = bytes / plan.gpu.bytes_per_us + plan.gpu.launch_us;
    const PricedCudaTile& chosen = plan.fast.chosen;
    return {copy_us / chosen.time.total_us,
            std::get<PackedArguments>(chosen.launch.arguments).in_run};
}

TEST(CudaTransposePlan, RowsOfTwoElementsAreNotParted) {
    // The output begins with the second mode: parted rows would have two elements each.
    const PackedChoice split =
        packed_choice(test::packed_case(DType::float64, {2, 18, 2, 3, 3, 20, 3, 22, 24, 2, 2, 4},
                                        {1, 7, 4, 6, 2, 0, 5, 11, 3, 9, 8, 10}));
    EXPECT_GE(split.in_run, 36);
    EXPECT_GE(split.fraction_of_copy, 0.85);

    const PackedChoice whole =
        packed_choice(test::packed_case(DType::float64, {2, 2, 3, 2, 4, 3, 24, 20, 3, 2, 22, 18},
                                        {1, 11, 4, 0, 2, 7, 5, 3, 8, 9, 6, 10}));
    EXPECT_GE(whole.in_run, 24);
    EXPECT_GE(whole.fraction_of_copy, 0.85);
}

TEST(CudaTransposePlan, LongRowsArePartedForTheBanks) {
    // Whole rows would put 48 elements apart what the output has side by side: one pair of banks.
    const TransposeCase given =
        test::packed_case(DType::float64, {48, 48, 28, 28, 28}, {1, 3, 0, 4, 2});
    const Shape shape = vectorise(test::problem_of(given));
    int parted = 0;
    for (const PricedCudaTile& priced : price_tiles(shape, plan_of(given).gpu)) {
        const auto* tile = std::get_if<PackedTile>(&priced.tile);
        if (tile == nullptr || !tile->parts_rows) continue;
        ++parted;
        PackedTile whole = *tile;
        whole.parts_rows = false;
        const auto launch = make_packed_launch(shape, whole);
        ASSERT_TRUE(launch.has_value());
        EXPECT_LT(priced.traffic.work.conflicts,
                  count_traffic(shape, whole, *launch).work.conflicts);
        EXPECT_THAT(describe(shape, priced.tile), HasSubstr("parted rows"));
    }
    EXPECT_GT(parted, 0);
}

TEST(CudaTransposePlan, PlainVariantNeedsNoAlignmentBeyondAnElement) {
    for (const std::uint64_t seed : test::seeds(1, 200)) {
        Random random(seed);
        const DType dtype = random.pick(test::all_dtypes());
        const TransposeCase given = test::random_permutation(random, dtype, 100'000);

        const CudaKernelPlan plan = plan_of(given);

        EXPECT_EQ(plan.plain.in_alignment, size_bytes(dtype)) << test::to_string(given);
        EXPECT_EQ(plan.plain.shape.unit_bytes, size_bytes(dtype));
        EXPECT_EQ(plan.plain.chosen.launch.load_vector, 1);
        EXPECT_LE(plan.fast.in_alignment, 16);
    }
}

}  // namespace
}  // namespace ttgt::cuda
