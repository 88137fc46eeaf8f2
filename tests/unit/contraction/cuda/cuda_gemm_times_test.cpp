// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/cuda/gemm_times.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "contraction/cuda/cuda_machine.h"

namespace ttgt {
namespace {

using cuda::CudaMachine;

GemmCall product(std::int64_t m, std::int64_t n, std::int64_t k, DType dtype = DType::float64) {
    GemmCall call;
    call.dtype = dtype;
    call.m = call.lda = call.ldc = m;
    call.n = n;
    call.k = call.ldb = k;
    return call;
}

double us(const GemmCall& call, std::int64_t count = 1) {
    return cuda::batch_us(*cuda::gemm_times_sm_90(), call, count);
}

TEST(GemmTimes, MoreOfTheSameTakesLonger) {
    for (const DType dtype : {DType::float16, DType::bfloat16, DType::float32, DType::float64,
                              DType::complex64, DType::complex128}) {
        EXPECT_LT(us(product(1024, 1024, 1024, dtype)), us(product(2048, 1024, 1024, dtype)));
        EXPECT_LT(us(product(1024, 1024, 1024, dtype)), us(product(1024, 1024, 4096, dtype)));
        EXPECT_LT(us(product(64, 64, 64, dtype), 1000), us(product(64, 64, 64, dtype), 4000));
        EXPECT_LT(us(product(4096, 4096, 64, dtype)), us(product(40960, 4096, 64, dtype)));
    }
}

TEST(GemmTimes, LargeProductsRunNearThePeak) {
    const double flops = 2.0 * 8192 * 8192 * 8192;
    const double peak = cuda::gemm_times_sm_90()->float64.peak_flops_per_us;

    EXPECT_NEAR(us(product(8192, 8192, 8192)), flops / peak, 0.2 * flops / peak);
}

TEST(GemmTimes, TensorCoresAreFasterWhereArithmeticTakesTheTime) {
    GemmCall tf32 = product(8192, 8192, 8192, DType::float32);
    const double full = us(tf32);
    tf32.compute = ComputeType::tf32;

    EXPECT_GT(full, 5 * us(tf32));
    EXPECT_GT(us(tf32), us(product(8192, 8192, 8192, DType::float16)));
    // Moving the bytes takes what it takes.
    const double thin = us(product(4096, 4096, 1, DType::float32));
    EXPECT_GT(us(product(4096, 4096, 1, DType::bfloat16)), 0.4 * thin);
}

TEST(GemmTimes, MisalignedColumnsCostMore) {
    EXPECT_GT(us(product(1025, 1025, 1025)), 1.3 * us(product(1024, 1024, 1024)));
}

TEST(GemmTimes, MisalignmentCostsByOperationsAndShape) {
    const auto slowdown = [](GemmCall call, std::int64_t longer_c) {
        const double aligned = us(call);
        call.ldc += longer_c;
        return us(call) / aligned;
    };
    const GemmCall plain = product(1024, 1024, 1024);
    GemmCall turned = plain;
    turned.op_b = MatrixOp::transpose;
    EXPECT_GT(slowdown(plain, 1), 1.05 * slowdown(turned, 1));
    EXPECT_GT(slowdown(product(128, 8192, 1024), 1), 1.05 * slowdown(product(8192, 128, 1024), 1));
    // Elements of 4 bytes: where a sum is short, its output is what takes the time.
    EXPECT_LT(slowdown(product(4096, 4096, 1024, DType::float32), 2), 1.01);
    EXPECT_GT(slowdown(product(4096, 4096, 4, DType::float32), 2), 1.5);
    EXPECT_EQ(slowdown(product(1024, 1024, 1024, DType::complex128), 1), 1);
}

TEST(GemmTimes, Tf32IsFastestAlongTheSums) {
    const auto us_of = [](std::int64_t extent, MatrixOp op_a, MatrixOp op_b) {
        GemmCall call = product(extent, extent, extent, DType::float32);
        call.compute = ComputeType::tf32;
        call.op_a = op_a;
        call.op_b = op_b;
        return us(call);
    };
    using enum MatrixOp;
    EXPECT_LT(us_of(4096, transpose, none), us_of(4096, none, none));
    EXPECT_LT(us_of(4096, none, none), us_of(4096, none, transpose));
    EXPECT_EQ(us_of(4095, transpose, none), us_of(4095, none, transpose));
}

TEST(GemmTimes, LongSumsOfABatchAreNotShared) {
    EXPECT_GT(us(product(64, 64, 65536), 2), 5 * us(product(64, 64, 65536)));
}

TEST(GemmTimes, CountsOfAnySizeArePriced) {
    const CudaMachine machine(cuda::sm_90());
    for (const DType dtype : {DType::float16, DType::float64, DType::complex64}) {
        double before = 0;
        for (const int exponent : {21, 32, 49}) {  // 2^63, 2^96 and 2^147 multiply-adds
            const std::int64_t extent = std::int64_t{1} << exponent;
            const double ms = machine.prices().products_ms(product(extent, extent, extent, dtype),
                                                           {extent, extent, true});
            EXPECT_GT(ms, before) << extent;
            before = ms;
        }
    }
}

}  // namespace
}  // namespace ttgt
