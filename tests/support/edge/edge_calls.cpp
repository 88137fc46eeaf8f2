// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/edge/edge_calls.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "tests/support/edge/edge_rows.h"
#include "tests/support/edge/edge_tensors.h"
#include "tests/support/guarded_array.h"

namespace ttgt::test {
namespace {

using Extents = std::vector<std::int64_t>;

}  // namespace

void check_stride_two_view(const Site& site) {
    const EdgeRow row = edge_row("e157");
    std::vector<GuardedArray> inputs = make_inputs(row, DType::float64, &packed_last_fastest);
    GuardedArray d(DType::float64, Layout{{2, 2}, {4, 2}});

    call("D(i,k)=L(i,j)*R(j,k)", d, inputs, {}, site);

    EXPECT_EQ(checksum(d), row.check);
    EXPECT_TRUE(d.intact());
}

void check_slices_with_scalars(const Site& site) {
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

                call("D(d,a)=L(a,b,c)*R(c,d,b)", d, inputs, options, site);

                EXPECT_EQ(checksum(d), expected) << "alpha " << alpha << " beta " << beta;
                EXPECT_TRUE(d.intact());
            }
        }
    }
}

void check_scaling_by_alpha(const Site& site) {
    const EdgeRow row = edge_row("e143");
    std::vector<GuardedArray> inputs = make_inputs(row, DType::float64, &packed);
    GuardedArray d(DType::float64, packed(row.out_shape));
    fill(d, {});
    ContractOptions options;
    options.alpha = 0.5;

    call(row.subscripts, d, inputs, options, site);

    EXPECT_EQ(checksum(d), 0.5 * row.check);
}

void check_second_call(const Site& site) {
    const EdgeRow row = edge_row("e149");
    std::vector<GuardedArray> inputs = make_inputs(row, DType::float64, &packed);
    GuardedArray d(DType::float64, packed(row.out_shape));
    fill(d, {});
    ContractOptions options;
    options.alpha = -2.0;

    call(row.subscripts, d, inputs, options, site);
    call(row.subscripts, d, inputs, {}, site);

    EXPECT_EQ(checksum(d), -row.check);
}

void check_long_sum(const Site& site) {
    const double value = 1 + 8196 * std::numeric_limits<double>::epsilon();
    std::vector<GuardedArray> inputs{GuardedArray(DType::float64, packed({1000000}))};
    fill(inputs[0], value);
    GuardedArray sum(DType::float64, packed({}));

    call("D()=L(i)", sum, inputs, {}, site);

    EXPECT_NEAR(sum.get(0).real() / 1e6, value, 1e-15);
}

}  // namespace ttgt::test
