// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/ttgt.h>

#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::refusal_of;
using testing::AllOf;
using testing::HasSubstr;

using Doubles = std::vector<double>;

/// Plans on one thread; in packed, out as given.
TransposePlan plan(const Layout& in, const Layout& out, const std::vector<int>& perm,
                   DType dtype = DType::float64, const TransposeOptions& options = {}) {
    ContextOptions context_options;
    context_options.threads = 1;
    Context context(context_options);
    return plan_transpose(context, in, out, perm, dtype, options);
}

TEST(TransposePlan, MovesAMatrixAndOutlivesItsContext) {
    const Doubles in{1, 2, 3, 4, 5, 6};
    Doubles out(6, std::numeric_limits<double>::quiet_NaN());

    plan(packed({3, 2}), packed({2, 3}), {1, 0}).run(1.0, in.data(), 0.0, out.data());

    EXPECT_EQ(out, (Doubles{1, 4, 2, 5, 3, 6}));
}

TEST(TransposePlan, ConjugatesScalesAndAccumulates) {
    using Complexes = std::vector<std::complex<double>>;
    const Complexes in{{1, 2}, {3, 4}};
    Complexes out{{1, 0}, {0, 1}};
    TransposeOptions options;
    options.conjugate = true;

    plan(packed({2}), packed({2}), {0}, DType::complex128, options)
        .run(Scalar(0, 1), in.data(), 2.0, out.data());

    EXPECT_EQ(out, (Complexes{{4, 1}, {4, 5}}));
}

TEST(TransposePlan, CanBeMovedAndRunAgain) {
    const Doubles in{1, 2, 3, 4, 5, 6};
    Doubles out(6);
    TransposePlan first = plan(packed({3, 2}), packed({2, 3}), {1, 0});
    TransposePlan second = plan(packed({6}), packed({6}), {0});

    second = std::move(first);
    second.run(1.0, in.data(), 0.0, out.data());
    second.run(1.0, in.data(), 1.0, out.data());

    EXPECT_EQ(out, (Doubles{2, 8, 4, 10, 6, 12}));
}

TEST(TransposePlan, ExplainsItselfAndCountsBytes) {
    const TransposePlan transpose = plan(packed({31, 5, 7}), packed({7, 31, 5}), {2, 0, 1});

    EXPECT_EQ(transpose.bytes(), 2 * 31 * 5 * 7 * 8);
    EXPECT_THAT(transpose.explain(), AllOf(HasSubstr("tiled 7x155 in 155,1 out 1,7"),
                                           HasSubstr("155 rows of 7 elements"),
                                           HasSubstr("17360 read and written"), HasSubstr("ms")));
}

TEST(TransposePlan, OfAnEmptyTensorAcceptsNullPointers) {
    const TransposePlan transpose = plan(packed({3, 0}), packed({0, 3}), {1, 0});

    transpose.run(1.0, nullptr, 0.0, nullptr);

    EXPECT_EQ(transpose.bytes(), 0);
}

TEST(TransposePlan, ScalesInPlaceWhereEveryElementKeepsItsAddress) {
    Doubles data{1, 2, 3, 4};

    plan(packed({2, 2}), packed_last_fastest({2, 2}), {1, 0})
        .run(3.0, data.data(), 0.0, data.data());

    EXPECT_EQ(data, (Doubles{3, 6, 9, 12}));
}

TEST(TransposePlan, AcceptsInterleavedBlocksOfOneArray) {
    Doubles data{1, 0, 2, 0, 3, 0};
    const Layout every_other{{3}, {2}};

    plan(every_other, every_other, {0}).run(10.0, data.data(), 0.0, data.data() + 1);

    EXPECT_EQ(data, (Doubles{1, 10, 2, 20, 3, 30}));
}

TEST(PlanTranspose, RefusesRanksThatDiffer) {
    EXPECT_THAT(refusal_of<RankMismatch>([] {
                    (void)plan(packed({2, 3}), packed({2, 3, 4}), {0, 1});
                }),
                AllOf(HasSubstr("rank 2"), HasSubstr("rank 3"), HasSubstr("2 entries")));
    EXPECT_THAT(refusal_of<RankMismatch>([&] {
                    (void)plan(packed({2, 3}), packed({2, 3}), {0});
                }),
                HasSubstr("the input has rank 2, the output rank 2, and perm has 1 entries"));
}

TEST(PlanTranspose, NamesTheEntryThatIsNoMode) {
    EXPECT_THAT(refusal_of<InvalidArgument>([] {
                    (void)plan(packed({2, 2}), packed({2, 2}), {0, 2});
                }),
                HasSubstr("perm[1] is 2"));
    EXPECT_THAT(refusal_of<InvalidArgument>([] {
                    (void)plan(packed({2, 2}), packed({2, 2}), {-1, 0});
                }),
                HasSubstr("perm[0] is -1"));
    EXPECT_THAT(refusal_of<InvalidArgument>([] {
                    (void)plan(packed({2, 2}), packed({2, 2}), {1, 1});
                }),
                HasSubstr("perm[1] is 1"));
}

TEST(PlanTranspose, NamesThePositionAndBothExtentsThatDiffer) {
    EXPECT_THAT(refusal_of<ExtentMismatch>([] {
                    (void)plan(packed({2, 3}), packed({3, 4}), {1, 0});
                }),
                AllOf(HasSubstr("mode 1 of the output"), HasSubstr("extent 4"),
                      HasSubstr("mode 0 of the input"), HasSubstr("extent 2")));
}

TEST(PlanTranspose, RefusesOutputsThatOverlapThemselves) {
    EXPECT_THAT(refusal_of<OverlapError>([&] {
                    (void)plan(packed({2, 3}), Layout{{2, 3}, {1, 0}}, {0, 1});
                }),
                HasSubstr("two elements of the output (2x3 strides 1,0) share one address"));
    EXPECT_THAT(refusal_of<OverlapError>([&] {
                    (void)plan(packed({3, 3}), Layout{{3, 3}, {1, 2}}, {0, 1});
                }),
                HasSubstr("two elements of the output (3x3 strides 1,2) share one address"));
}

TEST(PlanTranspose, RefusesWhatIsNoLayoutNamingTheSide) {
    EXPECT_THAT(refusal_of<InvalidArgument>([] {
                    (void)plan(Layout{{2}, {}}, packed({2}), {0});
                }),
                HasSubstr("the input"));
    EXPECT_THAT(refusal_of<InvalidArgument>([] {
                    (void)plan(packed({2}), Layout{{-2}, {1}}, {0});
                }),
                HasSubstr("the output"));
}

TEST(PlanTranspose, RefusesToConjugateReals) {
    TransposeOptions options;
    options.conjugate = true;

    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { (void)plan(packed({2}), packed({2}), {0}, DType::float32, options); }),
                HasSubstr("float32"));
    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { (void)plan(packed({2}), packed({2}), {0}, DType::opaque16, options); }),
                HasSubstr("conjugate is asked for, but opaque16 is not complex"));
}

TEST(TransposePlanRun, RefusesNullPointers) {
    const TransposePlan transpose = plan(packed({2}), packed({2}), {0});
    Doubles data(2);

    EXPECT_THAT(refusal_of<InvalidArgument>([&] { transpose.run(1.0, nullptr, 0.0, data.data()); }),
                HasSubstr("input"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { transpose.run(1.0, data.data(), 0.0, nullptr); }),
                HasSubstr("output"));
}

TEST(TransposePlanRun, RefusesComplexScalarsOfRealTensors) {
    const TransposePlan transpose = plan(packed({2}), packed({2}), {0});
    const Doubles in(2);
    Doubles out(2);

    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { transpose.run(Scalar(1, 2), in.data(), 0.0, out.data()); }),
                AllOf(HasSubstr("alpha is 1+2i"), HasSubstr("float64")));
    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { transpose.run(1.0, in.data(), Scalar(0, -1), out.data()); }),
                HasSubstr("beta is 0-1i"));
}

TEST(TransposePlanRun, RefusesArithmeticOnOpaqueElements) {
    const TransposePlan transpose = plan(packed({2}), packed({2}), {0}, DType::opaque8);
    const Doubles in(2);
    Doubles out(2);

    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { transpose.run(2.0, in.data(), 0.0, out.data()); }),
        AllOf(HasSubstr("alpha is 2"), HasSubstr("opaque8")));
    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { transpose.run(1.0, in.data(), 1.0, out.data()); }),
        HasSubstr("alpha is 1 and beta is 1, but opaque8 elements can only be moved"));
}

TEST(TransposePlanRun, RefusesOverlapAndWritesNothing) {
    Doubles data{1, 2, 3, 4, 5};
    const TransposePlan matrix = plan(packed({2, 2}), packed({2, 2}), {1, 0});
    const TransposePlan vector = plan(packed({4}), packed({4}), {0});

    EXPECT_THAT(
        refusal_of<OverlapError>([&] { matrix.run(1.0, data.data(), 0.0, data.data()); }),
        HasSubstr(
            "the input (2x2 strides 1,2) and the output (2x2 strides 1,2) overlap in memory"));
    EXPECT_THAT(
        refusal_of<OverlapError>([&] { vector.run(1.0, data.data(), 0.0, data.data() + 1); }),
        HasSubstr("the input (4 strides 1) and the output (4 strides 1) overlap in memory"));

    EXPECT_EQ(data, (Doubles{1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace ttgt
