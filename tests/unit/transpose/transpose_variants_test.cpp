// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Every candidate tile, by non-temporal stores and through the caches, with every instruction set
// that this machine has, against the definition.
#include <hwy/targets.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/problems/transpose_case.h"
#include "tests/support/sanitizer.h"
#include "transpose/cpu/kernel_plan.h"
#include "transpose/cpu/measure.h"
#include "transpose/cpu/simd.h"
#include "transpose/cpu/transpose_kernel.h"

namespace ttgt {
namespace {

using test::GuardedArray;
using test::Random;
using test::TransposeCase;

struct Scalars {
    Scalar alpha;
    Scalar beta;
};

std::vector<Scalars> scalars_for(DType dtype) {
    std::vector<Scalars> scalars{{1.0, 0.0}};
    if (!is_opaque(dtype)) {
        scalars.insert(scalars.end(), {{2.0, 0.0}, {-1.0, 1.0}, {0.0, 3.0}, {0.0, 0.0}});
    }
    if (is_complex(dtype)) scalars.push_back({Scalar(1, 2), Scalar(0, -1)});
    return scalars;
}

TransposeProblem problem_of(const TransposeCase& given) {
    return make_transpose_problem(given.dtype, given.conjugate, test::modes_of(given));
}

/// All scalars, both localities.
void check_plan(CpuKernelPlan plan, const TransposeCase& given, Random& random) {
    GuardedArray in(given.dtype, given.in);
    GuardedArray before(given.dtype, given.out);
    test::fill_any(in, random);
    test::fill_any(before, random);
    for (const auto& [alpha, beta] : scalars_for(given.dtype)) {
        GuardedArray expected = before;
        test::transpose_by_definition(given, alpha, in, beta, expected);
        for (const Stores stores : {Stores::cached, Stores::non_temporal}) {
            GuardedArray out = before;
            plan.stores = stores;
            cpu::run_transpose(plan, alpha, in.data(), beta, out.data(), 1);
            ASSERT_TRUE(test::equal_and_intact(out, expected))
                << to_string(plan) << ", tile " << describe(plan.tile, 1) << ", alpha " << alpha
                << ", beta " << beta << (stores == Stores::cached ? ", cached" : ", streamed");
        }
    }
}

void check_every_tile(const TransposeCase& given, Random& random) {
    const TransposeProblem problem = problem_of(given);
    for (const CpuTile& tile : tile_candidates(problem)) {
        check_plan(plan_transpose_kernel(problem, tile), given, random);
        if (testing::Test::HasFatalFailure()) return;
    }
}

/// Extents around the vector widths, runs of several modes, and tails of every kind.
std::vector<TransposeCase> awkward_cases(DType dtype) {
    return {
        test::packed_case(dtype, {67, 130}, {1, 0}),
        test::packed_case(dtype, {16, 16}, {1, 0}),
        test::packed_case(dtype, {129, 3}, {1, 0}),
        test::packed_case(dtype, {2, 300}, {1, 0}),
        test::packed_case(dtype, {33, 5, 31}, {2, 1, 0}),
        test::packed_case(dtype, {17, 9, 40}, {0, 2, 1}),
        test::packed_case(dtype, {5, 7, 3, 4, 6}, {2, 0, 4, 1, 3}),
        test::packed_case(dtype, {15, 32, 5, 3}, {1, 3, 0, 2}),
        test::packed_case(dtype, {9000}, {0}),
        test::packed_case(dtype, {2, 3, 2, 3, 2, 3, 2}, {6, 1, 4, 3, 2, 5, 0}),
    };
}

class TransposeVariants : public testing::TestWithParam<DType> {};

TEST_P(TransposeVariants, AgreeWithTheDefinitionOnAwkwardExtents) {
    Random random(7);
    for (const TransposeCase& given : awkward_cases(GetParam())) check_every_tile(given, random);
}

TEST_P(TransposeVariants, AgreeWithTheDefinitionOnRandomLayouts) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        check_every_tile(test::random_transpose_case(random, GetParam()), random);
    }
}

TEST_P(TransposeVariants, AgreeForEveryInstructionSet) {
    if (HWY_TARGETS == HWY_STATIC_TARGET) GTEST_SKIP() << "one instruction set is compiled";
    const std::int64_t supported = hwy::SupportedTargets() & HWY_TARGETS;
    std::set<std::string> names;
    for (std::int64_t rest = supported; rest != 0; rest &= rest - 1) {
        hwy::SetSupportedTargetsForTest(rest & -rest);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        const std::string name = cpu::simd_kernels().instruction_set;
        names.insert(name);
        SCOPED_TRACE(name);
        Random random(11);
        for (const TransposeCase& given : awkward_cases(GetParam())) {
            check_every_tile(given, random);
        }
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().DeInit();

    RecordProperty("instruction_sets", testing::PrintToString(names));
    EXPECT_GT(names.size(), 1U) << "nothing was forced";
}

INSTANTIATE_TEST_SUITE_P(All, TransposeVariants, testing::ValuesIn(test::all_dtypes()),
                         [](const auto& tested) { return std::string(name(tested.param)); });

/// Row p has p, p + step, p + 2 * step, …, each modulo the number of rows.
std::vector<std::vector<std::uint8_t>> rows_of_steps(std::int64_t step, std::int64_t length) {
    constexpr std::int64_t modulus = 251;
    std::vector<std::vector<std::uint8_t>> rows(modulus);
    for (std::int64_t p = 0; p < modulus; ++p) {
        for (std::int64_t i = 0; i < length; ++i) {
            rows[static_cast<std::size_t>(p)].push_back(
                static_cast<std::uint8_t>((p + i * step) % modulus));
        }
    }
    return rows;
}

TEST(LargeTranspose, MovesMoreThanTwoToThe31Elements) {
    constexpr std::int64_t rows = 46349;
    constexpr std::int64_t columns = 46351;
    static_assert(rows * columns > std::int64_t{1} << 31);
    if (test::is_sanitized) GTEST_SKIP() << "too much memory with a sanitizer's shadow";
    const std::int64_t available = sysconf(_SC_AVPHYS_PAGES) * sysconf(_SC_PAGESIZE);
    if (available < 3 * rows * columns) GTEST_SKIP() << "needs 6.5 GB of free memory";
    std::vector<std::uint8_t> in(rows * columns);
    std::vector<std::uint8_t> out(rows * columns);
    const auto before = rows_of_steps(1, columns);
    for (std::int64_t at = 0; at < rows * columns; at += columns) {
        const auto& row = before[static_cast<std::size_t>(at) % before.size()];
        std::copy(row.begin(), row.end(), in.begin() + at);
    }

    cpu::run_transpose(plan_transpose_kernel(make_transpose_problem(
                           DType::opaque1, false, {{columns, {rows, 1}}, {rows, {1, columns}}})),
                       1.0, in.data(), 0.0, out.data(), 0);

    const auto after = rows_of_steps(rows, columns);
    for (std::int64_t i = 0; i < rows; ++i) {
        const auto& row = after[static_cast<std::size_t>(i) % after.size()];
        ASSERT_TRUE(std::equal(row.begin(), row.end(), out.begin() + i * columns)) << i;
    }
}

TEST(MeasuredTranspose, IsOneOfTheCandidatesAndRight) {
    Random random(3);
    TransposeCase given = test::packed_case(DType::float64, {40, 30, 50}, {2, 0, 1});
    const TransposeProblem problem = problem_of(given);

    const MeasuredKernelPlan measured = cpu::measure_transpose(problem, 2);
    const auto& plan = static_cast<const CpuKernelPlan&>(*measured.plan);

    EXPECT_GT(measured.measured_ms, 0);
    const std::vector<CpuTile> tiles = tile_candidates(problem);
    EXPECT_NE(std::find(tiles.begin(), tiles.end(), plan.tile), tiles.end());
    check_plan(plan, given, random);
}

TEST(MeasuredTranspose, FindsMemoryForNegativeStridesAndNothing) {
    const TransposeProblem backwards = make_transpose_problem(
        DType::float32, false, {{30, {-1, 1}}, {20, {-30, 60}}, {4, {600, -2000}}});
    const TransposeProblem empty = make_transpose_problem(DType::float32, false, {{0, {1, 1}}});

    EXPECT_EQ(volume(cpu::measure_transpose(backwards, 1).plan->problem.modes), 2400);
    EXPECT_TRUE(cpu::measure_transpose(empty, 1).plan->problem.empty);
}

}  // namespace
}  // namespace ttgt
