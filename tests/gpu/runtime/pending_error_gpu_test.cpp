// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// An error that the caller has yet to fetch is neither reported as ours nor lost. Everything runs
// once before: when CUDA loads a kernel for its first launch, CUDA itself clears that error.
#include <ttgt/ttgt.h>

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/device_contraction.h"
#include "tests/gpu/support/device_transpose.h"
#include "tests/support/problems/cuda_transpose_cases.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

class PendingErrorGpu : public ContractionGpu {
protected:
    void SetUp() override {
        ContractionGpu::SetUp();
        if (IsSkipped()) return;
        ASSERT_EQ(cudaSetDevice(device()), cudaSuccess);
        (void)cudaGetLastError();
    }
    void TearDown() override { (void)cudaGetLastError(); }

    /// Fails a call of the runtime and leaves its error.
    static void leave_an_error() {
        ASSERT_EQ(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0), cudaErrorInvalidValue);
        ASSERT_EQ(cudaPeekAtLastError(), cudaErrorInvalidValue);
    }
    /// Fetches it.
    static void expect_the_error() { EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue); }
};

TEST_F(PendingErrorGpu, CheckFetchesOnlyItsOwn) {
    leave_an_error();

    EXPECT_THAT(refusal_of<DeviceError>([&] { TTGT_CUDA_CHECK(cudaErrorNotReady); }),
                HasSubstr("cudaErrorNotReady: cudaErrorNotReady: "));
    EXPECT_TRUE(cuda::forget(cudaErrorNotReady));

    expect_the_error();
}

TEST_F(PendingErrorGpu, TransposesRun) {
    Random random(1);
    for (const TransposeScalars& scalars : {TransposeScalars{}, TransposeScalars{2.0, 3.0}}) {
        for (const TransposeCase& given :
             {packed_case(DType::float64, {70001}, {0}),
              packed_case(DType::float64, {257, 129}, {1, 0}),
              packed_case(DType::float64, {7, 5, 6, 9, 11, 13}, {5, 3, 1, 4, 2, 0})}) {
            DeviceTranspose arrays(given, random, device(), scalars);
            leave_an_error();

            const TransposePlan plan =
                plan_transpose(context(), given.in, given.out, given.perm, given.dtype);
            EXPECT_TRUE(arrays.agrees([&](const void* in, void* out, Stream stream) {
                plan.run(scalars.alpha, in, scalars.beta, out, stream);
            }));

            expect_the_error();
        }
    }
}

TEST_F(PendingErrorGpu, PlansOfEveryKindRun) {
    for (const ContractionCase& given : overwriting_cases()) {
        const ContractionPlan planned = plan(given);
        DeviceContraction contraction(given.problem, planned, device());
        leave_an_error();

        contraction.run();

        ASSERT_TRUE(contraction.is_done()) << planned.explain();
        expect_the_error();
    }
}

TEST_F(PendingErrorGpu, ContractPlansAndRuns) {
    for (const ContractionCase& given : adding_cases()) {
        CheckOptions check = check_options(given);
        check.entry = Entry::contract;
        leave_an_error();

        ASSERT_TRUE(check_contraction(given.problem, check));

        expect_the_error();
    }
}

TEST_F(PendingErrorGpu, StreamThatIsNotReadyIsNoFailure) {
    constexpr std::int64_t bytes = std::int64_t{1} << 30;
    const ContractionCase given = overwriting_cases().front();
    const ContractionPlan planned = plan(given);
    DeviceContraction contraction(given.problem, planned, device());
    const cuda::OwnedStream busy(device());
    const cuda::DeviceBuffer memory(bytes, device(), busy.get(), "a test");
    for (int turn = 0; turn < 50; ++turn) {
        ASSERT_EQ(cudaMemsetAsync(memory.data(), turn, bytes, cuda::native(busy.get())),
                  cudaSuccess);
    }
    ASSERT_EQ(cudaStreamQuery(cuda::native(busy.get())), cudaErrorNotReady);

    contraction.run();

    EXPECT_TRUE(contraction.is_done());
    cuda::synchronize(busy.get());
}

}  // namespace
}  // namespace ttgt::test
