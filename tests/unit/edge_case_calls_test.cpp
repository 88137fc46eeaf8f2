// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Rows of tests/data/edge.tsv that say more than a string and shapes: aliases, views, scalars,
// repeated calls.
#include <ttgt/contraction.h>
#include <ttgt/error.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tests/support/edge_rows.h"
#include "tests/support/edge_tensors.h"
#include "tests/support/guarded_array.h"

namespace ttgt::test {
namespace {

using Extents = std::vector<std::int64_t>;

TEST(EdgeCaseE155, RefusesAnOutputThatIsAnInputOfAContraction) {
    GuardedArray a = make_operand(packed({3, 3}), 0);
    const GuardedArray b = make_operand(packed({3, 3}), 1);
    const std::vector<std::byte> before = a.bytes();

    EXPECT_THROW(contract("D(i,k)=D(i,j)*R(j,k)", a.view(), a.view(), b.view()), OverlapError);
    EXPECT_THROW(contract("D(i,k)=L(i,j)*D(j,k)", a.view(), b.view(), a.view()), OverlapError);
    EXPECT_THROW(contract("D(j,i)=D(i,j)", a.view(), a.view()), OverlapError);

    EXPECT_EQ(a.bytes(), before);
}

TEST(EdgeCaseE155, AllowsAnOutputThatIsAnInputOfAnElementwiseProduct) {
    GuardedArray a = make_operand(packed({2, 3}), 0);
    const GuardedArray b = make_operand(packed({2, 3}), 1);
    const GuardedArray a_before = a;

    contract("D(i,j)=D(i,j)*R(i,j)", a.view(), a.view(), b.view());

    a.for_each_offset([&](std::int64_t offset) {
        EXPECT_EQ(a.get(offset), a_before.get(offset) * b.get(offset));
    });
    EXPECT_TRUE(a.intact());
}

TEST(EdgeCaseE155, RefusesAnOutputShiftedAgainstAnInput) {
    std::vector<double> data(10, 1.0);

    EXPECT_THROW(contract("D(i)=D(i)*R(i)", view(data.data() + 1, {4}), view(data.data(), {4}),
                          view(data.data() + 6, {4})),
                 OverlapError);
}

TEST(EdgeCaseE157, WritesAStrideTwoView) {
    const EdgeRow row = edge_row("e157");
    std::vector<GuardedArray> inputs = make_inputs(row, DType::float64, &packed_last_fastest);
    GuardedArray d(DType::float64, Layout{{2, 2}, {4, 2}});

    call("D(i,k)=L(i,j)*R(j,k)", d, inputs);

    EXPECT_EQ(checksum(d), row.check);
    EXPECT_TRUE(d.intact());
}

// Slices of step 7, as cuTENSOR's Python tests take them.
TEST(EdgeCaseE159, TakesSlicesOfBothMemoryOrdersWithScalars) {
    const EdgeRow row = edge_row("e159");
    for (const LayoutMaker layout : {&packed, &packed_last_fastest}) {
        const auto sliced = [layout](const Extents& extents) {
            Layout result = layout(extents);
            for (std::int64_t& stride : result.strides) stride *= 7;
            return result;
        };
        for (const double alpha : {0.5, 1.0}) {
            for (const double beta : {0.0, 1.0}) {
                std::vector<GuardedArray> inputs{make_operand(sliced(row.shapes[0]), 0),
                                                 make_operand(sliced(row.shapes[1]), 1)};
                GuardedArray d(DType::float64, sliced(row.out_shape));
                fill_operand(d, 2, false);
                const Scalar expected = alpha * row.check + beta * checksum(d);
                ContractOptions options;
                options.alpha = alpha;
                options.beta = beta;

                call("D(d,a)=L(a,b,c)*R(c,d,b)", d, inputs, options);

                EXPECT_EQ(checksum(d), expected) << "alpha " << alpha << " beta " << beta;
                EXPECT_TRUE(d.intact());
            }
        }
    }
}

// TAL-SH's tests run these two with a factor, and the second one twice.
TEST(EdgeCaseE143, ScalesByAlpha) {
    const EdgeRow row = edge_row("e143");
    std::vector<GuardedArray> inputs = make_inputs(row, DType::float64, &packed);
    GuardedArray d(DType::float64, packed(row.out_shape));
    fill(d, {});
    ContractOptions options;
    options.alpha = 0.5;

    call(row.subscripts, d, inputs, options);

    EXPECT_EQ(checksum(d), 0.5 * row.check);
}

TEST(EdgeCaseE149, AccumulatesASecondCall) {
    const EdgeRow row = edge_row("e149");
    std::vector<GuardedArray> inputs = make_inputs(row, DType::float64, &packed);
    GuardedArray d(DType::float64, packed(row.out_shape));
    fill(d, {});
    ContractOptions options;
    options.alpha = -2.0;

    call(row.subscripts, d, inputs, options);
    call(row.subscripts, d, inputs);

    EXPECT_EQ(checksum(d), -row.check);
}

// A million values of 1 + 8196 epsilon: the mean is good to 15 decimals only where the summation
// does better than one running sum in double precision.
TEST(EdgeCaseE161, KeepsTheDigitsOfALongSum) {
    const double value = 1 + 8196 * std::numeric_limits<double>::epsilon();
    const std::vector<double> values(1000000, value);
    double sum = 0;

    contract("D()=L(i)", view(&sum, {}), view(values.data(), {1000000}));

    EXPECT_NEAR(sum / 1e6, value, 1e-15);
}

}  // namespace
}  // namespace ttgt::test
