// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct/direct_cost.h"

#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "contraction/cpu/direct/direct.h"

namespace ttgt::cpu {
namespace {

DirectStep step_of(Modes<3> outputs, Modes<3> sums, DType dtype = DType::float64) {
    DirectStep step;
    step.dtypes = {dtype, dtype, dtype};
    step.outputs = std::move(outputs);
    step.sums = std::move(sums);
    step.scratch_bytes = direct_scratch_bytes(step, 1);
    return step;
}

/// D(a,b) = L(a,k) * R(k,b), all packed.
DirectStep matrices(std::int64_t m, std::int64_t n, std::int64_t k, DType dtype = DType::float64) {
    return step_of({{m, {1, 1, 0}}, {n, {m, 0, k}}}, {{k, {0, m, 1}}}, dtype);
}

TEST(DirectCost, ElementwiseProductsGoByRows) {
    const auto core_ns = [](Modes<3> outputs) {
        return direct_work(step_of(std::move(outputs), {}), 1).core_ns;
    };
    const double one_row = core_ns({{1000, {1, 1, 1}}});
    EXPECT_GT(one_row, 0);
    EXPECT_DOUBLE_EQ(core_ns({{100, {1, 1, 1}}, {10, {200, 200, 200}}}), 10 * one_row);
    // Elements that are not next to each other are gathered.
    EXPECT_GE(core_ns({{1000, {1, 3, 1}}}), one_row + 1000);
}

TEST(DirectCost, OutputsThatStayInTheCachesAreReadBeforeTheyAreWritten) {
    EXPECT_EQ(direct_work(step_of({{800, {1, 1, 1}}}, {}), 1).lines, 100);
    EXPECT_EQ(direct_work(step_of({{8 << 20, {1, 1, 1}}}, {}), 1).lines, 0);
}

TEST(DirectCost, CountsMultiplyAddsOfRealNumbers) {
    EXPECT_EQ(direct_work(matrices(96, 64, 48), 1).products, 96 * 64 * 48);
    EXPECT_EQ(direct_work(matrices(96, 64, 48, DType::complex128), 1).products, 4 * 96 * 64 * 48);
}

TEST(DirectCost, PackedMatricesAreReadByWholeLines) {
    const double bytes = 8.0 * 96 * 48 * 2;
    const double lines = direct_work(matrices(96, 96, 48), 1).lines;
    EXPECT_GE(lines, bytes / 64);
    EXPECT_LE(lines, 1.1 * bytes / 64);
}

TEST(DirectCost, ElementsFarFromEachOtherTakeALineEach) {
    constexpr std::int64_t apart = 100;
    const DirectStep step =
        step_of({{96, {1, apart, 0}}, {96, {96, 0, 48}}}, {{48, {0, 96 * apart, 1}}});
    const double more = direct_work(step, 1).lines - direct_work(matrices(96, 96, 48), 1).lines;
    EXPECT_GT(more, 0.8 * 96 * 48);
}

TEST(DirectCost, FactorsThatArePackedForEveryBlockAreReadAgain) {
    const double few = direct_work(matrices(96, 96, 128), 1).lines;
    const double many = direct_work(matrices(96, 96 * 16, 128), 1).lines;
    // R has sixteen times the lines, and L is read for each of its blocks.
    EXPECT_GT(many, 16 * few / 2 + few);
}

TEST(DirectCost, OutputsInShortRunsCostMore) {
    // Rows a, c of D(a,b,c): runs of five, or, in D(a,c,b), of all.
    const Modes<3> sums{{64, {0, 80, 1}}};
    const DirectStep whole = step_of({{5, {1, 1, 0}}, {16, {5, 5, 0}}, {48, {80, 0, 64}}}, sums);
    const DirectStep scattered =
        step_of({{5, {1, 1, 0}}, {48, {5, 0, 64}}, {16, {240, 5, 0}}}, sums);
    EXPECT_EQ(direct_work(whole, 1).products, direct_work(scattered, 1).products);
    EXPECT_GT(direct_work(scattered, 1).core_ns, 1.2 * direct_work(whole, 1).core_ns);
}

TEST(DirectCost, ThreadsShareRowsColumnsAndBatch) {
    EXPECT_GE(direct_work(matrices(1000, 8, 64), 8).pieces, 32);
    EXPECT_GE(direct_work(matrices(8, 1000, 64), 8).pieces, 32);
    const DirectStep batch =
        step_of({{8, {1, 1, 0}}, {8, {8, 0, 8}}, {100, {64, 64, 64}}}, {{8, {0, 8, 1}}});
    EXPECT_GE(direct_work(batch, 8).pieces, 100);
}

TEST(DirectCost, SumsOfOneFactorAloneReadItAgain) {
    const Modes<3> outputs{{96, {1, 1, 0}}, {96, {96, 0, 48}}};
    const DirectStep once = step_of(outputs, {{48, {0, 96, 1}}});
    const DirectStep thrice = step_of(outputs, {{48, {0, 96, 1}}, {3, {0, 96 * 48, 0}}});
    const double of_l = 96 * 48 * 8 / 64;
    EXPECT_NEAR(direct_work(thrice, 1).lines - direct_work(once, 1).lines, 2 * of_l, 0.2 * of_l);
}

TEST(DirectCost, LongRowsAreSharedInPieces) {
    EXPECT_GE(direct_work(step_of({{1 << 20, {1, 1, 1}}}, {}), 8).pieces, 32);
}

TEST(DirectCost, AMatrixTimesAVectorIsReadOnceInRuns) {
    const DirectStep columns = step_of({{1000, {1, 1, 0}}}, {{64, {0, 1000, 1}}});
    const DirectStep dots = step_of({{1000, {1, 64, 0}}}, {{64, {0, 1, 1}}});
    for (const DirectStep& step : {columns, dots}) {
        const DirectWork work = direct_work(step, 1);
        EXPECT_EQ(work.products, 64000);
        EXPECT_GT(work.core_ns, 0);
        EXPECT_EQ(work.lines, 0);
    }
    EXPECT_GT(direct_work(dots, 1).core_ns, direct_work(columns, 1).core_ns);
}

TEST(DirectCost, EveryDTypeHasAPrice) {
    for (const DType dtype : {DType::float16, DType::bfloat16, DType::float32, DType::float64,
                              DType::complex64, DType::complex128}) {
        EXPECT_GT(direct_work(matrices(96, 96, 96, dtype), 2).core_ns, 0);
    }
}

}  // namespace
}  // namespace ttgt::cpu
