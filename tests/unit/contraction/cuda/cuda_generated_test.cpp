// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What kernels are generated for, how their variants are ranked, and their text.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/generated/generated_kernel.h"
#include "contraction/cuda/generated/generated_source.h"
#include "tests/support/problems/generated_problems.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

/// D(i,j) = L(i,k) * R(k,j).
DirectStep product(std::int64_t rows, std::int64_t columns, std::int64_t inner) {
    DirectStep step;
    step.dtypes = {DType::float64, DType::float64, DType::float64};
    step.outputs = {{rows, {1, 1, 0}}, {columns, {rows, 0, inner}}};
    step.sums = {{inner, {0, rows, 1}}};
    return step;
}

TEST(GeneratedProblems, AreSmallSumsOfOneType) {
    EXPECT_TRUE(cuda::generated_problem(product(4, 5, 6)).has_value());
    EXPECT_FALSE(cuda::generated_problem(product(4, 5, 1)).has_value());
    EXPECT_FALSE(cuda::generated_problem(product(4, 5, cuda::most_summed + 1)).has_value());
    EXPECT_FALSE(cuda::generated_problem(product(1 << 20, 1 << 12, 2)).has_value());
    DirectStep mixed = product(4, 5, 6);
    mixed.dtypes[operand_l] = DType::complex128;
    EXPECT_FALSE(cuda::generated_problem(mixed).has_value());
    DirectStep half = product(4, 5, 6);
    half.dtypes = {DType::float16, DType::float16, DType::float16};
    EXPECT_FALSE(cuda::generated_problem(half).has_value());
    DirectStep rounded = product(4, 5, 6);
    rounded.dtypes = {DType::float32, DType::float32, DType::float32};
    rounded.compute = ComputeType::tf32;
    EXPECT_FALSE(cuda::generated_problem(rounded).has_value());
    DirectStep permitted = product(4, 5, 6);
    permitted.compute = ComputeType::int8;
    EXPECT_TRUE(cuda::generated_problem(permitted).has_value());
}

TEST(GeneratedShapes, AreRankedAndTheSameEveryTime) {
    const auto problem = cuda::generated_problem(product(10, 100000, 10));

    const auto shapes = cuda::generated_shapes(*problem, cuda::Architecture{}, 20);

    ASSERT_EQ(shapes.size(), 20U);
    EXPECT_TRUE(std::all_of(shapes.begin(), shapes.end(), [&](const auto& shape) {
        return shape.predicted_us >= shapes.front().predicted_us;
    }));
    EXPECT_EQ(shapes, cuda::generated_shapes(*problem, cuda::Architecture{}, 20));
    const auto more = cuda::generated_shapes(*problem, cuda::Architecture{}, 40);
    EXPECT_TRUE(std::equal(shapes.begin(), shapes.end(), more.begin()));
}

TEST(GeneratedShapes, KeepToAMultiprocessorsMemory) {
    cuda::Architecture gpu;
    for (const GeneratedCase& generated : generated_cases()) {
        EXPECT_LE(cuda::layout_of(generated.problem, generated.shape).shared_bytes +
                      cuda::reserved_shared_bytes,
                  gpu.shared_bytes);
    }
    gpu.shared_bytes = 1100;
    const auto problem = cuda::generated_problem(product(1000, 2, 1000));
    EXPECT_TRUE(cuda::generated_shapes(*problem, gpu, 10).empty());
}

// Long: the expected text of a kernel.
TEST(GeneratedSource, SaysWhatItComputes) {
    const auto problem = cuda::generated_problem(product(4, 6, 3));
    cuda::GeneratedShape shape;
    shape.blocks = {{1, 2}};
    shape.tiles = {{{1, 2}}};
    shape.is_shared = {0, 0, 1};
    shape.threads = 64;

    const std::string source = cuda::generated_source(*problem, shape);

    EXPECT_THAT(source, HasSubstr(R"(    const int first_i_o1 = int(blockIdx.x) * 2;
    extern __shared__ __align__(16) unsigned char memory[];
    Element* const s_R_2 = reinterpret_cast<Element*>(memory + 0);
    wait_for_kernels_before();
    for (int begin = int(threadIdx.x); begin < 6; begin += 64) {
        Element part[1];
        #pragma unroll
        for (int turn = 0; turn < 1; ++turn) {
            const int n = begin + turn * 64;
            const int m1 = n % 3;
            const int m0 = n / 3;
            if (n < 6) part[turn] = t_R_2[m1 + first_i_o1 * 3 + m0 * 3];
        }
        #pragma unroll
        for (int turn = 0; turn < 1; ++turn) {
            const int n = begin + turn * 64;
            const int m1 = n % 3;
            const int m0 = n / 3;
            if (n < 6) s_R_2[m1 + m0 * 3] = part[turn];
        }
    }
    __syncthreads();
    if (int(threadIdx.x) < 4) {
        const int item = int(threadIdx.x);
        const int i_o0 = item;
        const int i_o1 = 0;
        Element sum[2] = {};
        #pragma unroll
        for (int i_s2 = 0; i_s2 < 3; ++i_s2) {
            Element factor_0;
            factor_0 = t_L_1[i_o0 + i_s2 * 4];
            Element factor_1[2];
            #pragma unroll
            for (int r_i_o1 = 0; r_i_o1 < 2; ++r_i_o1) {
                factor_1[r_i_o1] = s_R_2[i_o1 * 3 + r_i_o1 * 3 + i_s2];
            }
            #pragma unroll
            for (int r_i_o1 = 0; r_i_o1 < 2; ++r_i_o1) {
                add_product(sum[r_i_o1], factor_0, factor_1[r_i_o1]);
            }
        }
        #pragma unroll
        for (int r_i_o1 = 0; r_i_o1 < 2; ++r_i_o1) {
            t_D_0[i_o0 + first_i_o1 * 4 + i_o1 * 4 + r_i_o1 * 4] = times(alpha, sum[r_i_o1]);
        }
    }
}
)"));
}

TEST(GeneratedKernels, DescribeTheirVariant) {
    const auto plans = cuda::plan_generated_kernels(product(10, 1000, 10), cuda::sm_90(), 3);

    ASSERT_EQ(plans.size(), 3U);
    EXPECT_THAT(plans.front().describe(), HasSubstr("generated: "));
    EXPECT_EQ(plans.front().source(),
              cuda::generated_source(plans.front().problem, plans.front().shape));
}

}  // namespace
}  // namespace ttgt::test
