// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Transposes on several streams, threads and devices, in graphs, without memory, and measured.
#include <ttgt/ttgt.h>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "tests/gpu/support/captured_graph.h"
#include "tests/gpu/support/device_transpose.h"
#include "tests/gpu/support/free_memory.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/problems/cuda_transpose_cases.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::DeviceTranspose;
using test::Random;
using test::refusal_of;
using test::TransposeCase;
using testing::HasSubstr;

class TransposeStreamsGpu : public test::GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped()) return;
        context_ = std::make_unique<Context>(options());
    }

    [[nodiscard]] TransposePlan plan(const TransposeCase& given,
                                     Planning planning = Planning::heuristic) {
        return plan_transpose(*context_, given.in, given.out, given.perm, given.dtype,
                              {given.conjugate, planning});
    }

private:
    std::unique_ptr<Context> context_;
};

test::TransposeCall runner(const TransposePlan& plan) {
    return
        [&plan](const void* in, void* out, Stream stream) { plan.run(1.0, in, 0.0, out, stream); };
}

/// One method each: copy, tiled, tiled_copy, packed.
std::vector<TransposeCase> some_cases(DType dtype) {
    return {test::packed_case(dtype, {70001}, {0}), test::packed_case(dtype, {257, 129}, {1, 0}),
            test::packed_case(dtype, {500, 7, 9}, {0, 2, 1}),
            test::packed_case(dtype, {5, 3, 2, 4, 35, 33}, {5, 3, 1, 4, 2, 0})};
}

TEST_F(TransposeStreamsGpu, OnePlanRunsOnTwoStreamsAtOnce) {
    Random random(1);
    for (const TransposeCase& given : some_cases(DType::float64)) {
        const TransposePlan transpose = plan(given);
        DeviceTranspose a(given, random, device());
        DeviceTranspose b(given, random, device());

        for (int turn = 0; turn < 20; ++turn) {
            a.reset_output();
            b.reset_output();
            transpose.run(1.0, a.in(), 0.0, a.out(), a.stream());
            transpose.run(1.0, b.in(), 0.0, b.out(), b.stream());
        }

        EXPECT_TRUE(a.is_done());
        EXPECT_TRUE(b.is_done());
    }
}

TEST_F(TransposeStreamsGpu, OnePlanRunsInSeveralThreadsAtOnce) {
    constexpr int thread_count = 4;
    for (const TransposeCase& given : some_cases(DType::float32)) {
        const TransposePlan transpose = plan(given);
        std::vector<std::string> failures(thread_count);
        std::vector<std::thread> threads;
        for (int t = 0; t < thread_count; ++t) {
            threads.emplace_back([&, t] {
                try {
                    Random random(static_cast<std::uint64_t>(t) + 1);
                    DeviceTranspose arrays(given, random, device());
                    for (int turn = 0; turn < 20; ++turn) {
                        const testing::AssertionResult agrees = arrays.agrees(runner(transpose));
                        if (!agrees) failures[static_cast<std::size_t>(t)] = agrees.message();
                    }
                } catch (const std::exception& error) {
                    failures[static_cast<std::size_t>(t)] = error.what();
                }
            });
        }
        for (std::thread& thread : threads) thread.join();

        EXPECT_THAT(failures, testing::Each(""));
    }
}

TEST_F(TransposeStreamsGpu, RunLeavesTheCurrentDeviceAsItWas) {
    Random random(2);
    const TransposeCase given = test::packed_case(DType::float64, {129, 65}, {1, 0});
    const TransposePlan transpose = plan(given);
    DeviceTranspose arrays(given, random, device());

    for (int current = 0; current < device_count(); ++current) {
        const cuda::DeviceScope scope(current);
        EXPECT_TRUE(arrays.agrees(runner(transpose)));
        int after = -1;
        TTGT_CUDA_CHECK(cudaGetDevice(&after));
        EXPECT_EQ(after, current);
    }
}

TEST_F(TransposeStreamsGpu, RunIsOneKernelInAGraphThatCanBeReplayed) {
    Random random(3);
    for (const TransposeCase& given : some_cases(DType::complex64)) {
        const TransposePlan transpose = plan(given);
        DeviceTranspose arrays(given, random, device());
        ASSERT_TRUE(arrays.agrees(runner(transpose)));

        const test::CapturedGraph graph(arrays.stream(), cudaStreamCaptureModeThreadLocal, [&] {
            transpose.run(1.0, arrays.in(), 0.0, arrays.out(), arrays.stream());
        });

        EXPECT_THAT(graph.node_types(), testing::ElementsAre(cudaGraphNodeTypeKernel));
        for (int replay = 0; replay < 3; ++replay) {
            arrays.reset_output();
            graph.launch(arrays.stream());
            EXPECT_TRUE(arrays.is_done());
        }
    }
}

TEST_F(TransposeStreamsGpu, VeryFirstRunCanBeCaptured) {
    Random random(4);
    const TransposeCase given = test::packed_case(DType::opaque2, {257, 129}, {1, 0});
    const TransposePlan transpose = plan(given);
    DeviceTranspose arrays(given, random, device());
    arrays.reset_output();

    const test::CapturedGraph graph(arrays.stream(), cudaStreamCaptureModeThreadLocal, [&] {
        transpose.run(1.0, arrays.in(), 0.0, arrays.out(), arrays.stream());
    });
    graph.launch(arrays.stream());

    EXPECT_TRUE(arrays.is_done());
}

TEST_F(TransposeStreamsGpu, RunAllocatesNoDeviceMemory) {
    Random random(5);
    cudaMemPool_t pool = nullptr;
    TTGT_CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, device()));
    const auto used = [&](cudaMemPoolAttr attribute) {
        std::uint64_t bytes = 0;
        TTGT_CUDA_CHECK(cudaMemPoolGetAttribute(pool, attribute, &bytes));
        return bytes;
    };
    TTGT_CUDA_CHECK(cudaSetDevice(device()));
    const TransposeCase given = test::packed_case(DType::float32, {1025, 3, 1023}, {2, 1, 0});
    const TransposePlan transpose = plan(given);
    DeviceTranspose arrays(given, random, device());
    ASSERT_TRUE(arrays.agrees(runner(transpose)));
    std::uint64_t zero = 0;
    TTGT_CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
    const std::uint64_t used_before = used(cudaMemPoolAttrUsedMemCurrent);
    // Whether the device's free memory stays; other programs may take some in single attempts.
    const auto leaves_memory_free = [&] {
        const std::int64_t free_before = test::free_device_bytes();
        arrays.reset_output();
        for (int turn = 0; turn < 10; ++turn) {
            transpose.run(1.0, arrays.in(), 0.0, arrays.out(), arrays.stream());
        }
        EXPECT_TRUE(arrays.is_done());
        return free_before < test::free_device_bytes() + transpose.bytes() / 2;
    };

    bool stays = false;
    for (int attempt = 0; attempt < 50 && !stays; ++attempt) stays = leaves_memory_free();

    EXPECT_TRUE(stays);
    EXPECT_LE(used(cudaMemPoolAttrUsedMemHigh), used_before);
    EXPECT_EQ(used(cudaMemPoolAttrUsedMemCurrent), used_before);
}

TEST_F(TransposeStreamsGpu, MeasuredPlansAgree) {
    Random random(6);
    std::vector<TransposeCase> cases = some_cases(DType::float64);
    for (const TransposeCase& given : some_cases(DType::opaque1)) cases.push_back(given);
    for (const TransposeCase& given : test::awkward_strides(DType::float32)) cases.push_back(given);
    cases.push_back(test::packed_case(DType::complex128, {}, {}));
    for (const TransposeCase& given : cases) {
        const TransposePlan transpose = plan(given, Planning::measure);
        DeviceTranspose arrays(given, random, device());

        ASSERT_TRUE(arrays.agrees(runner(transpose))) << transpose.explain();
    }
    plan(test::packed_case(DType::float64, {3, 0}, {1, 0}), Planning::measure)
        .run(1.0, nullptr, 0.0, nullptr);
}

TEST_F(TransposeStreamsGpu, MeasuringWithoutMemoryLeavesTheContextUsable) {
    Random random(7);
    const Layout huge{{2, 2}, {1, std::int64_t{1} << 47}};  // 2^50 bytes
    const TransposeCase gaps_in{DType::float64, huge, packed({2, 2}), {1, 0}, false};
    const TransposeCase gaps_out{DType::float64, packed({2, 2}), huge, {1, 0}, false};

    EXPECT_THAT(refusal_of<OutOfMemory>([&] { (void)plan(gaps_in, Planning::measure); }),
                HasSubstr("bytes for measuring a transpose"));
    EXPECT_THAT(refusal_of<OutOfMemory>([&] { (void)plan(gaps_out, Planning::measure); }),
                HasSubstr("bytes for measuring a transpose"));
    (void)plan(gaps_out);

    const TransposeCase small = test::packed_case(DType::float64, {65, 33}, {1, 0});
    const TransposePlan transpose = plan(small, Planning::measure);
    DeviceTranspose arrays(small, random, device());
    EXPECT_TRUE(arrays.agrees(runner(transpose)));
}

}  // namespace
}  // namespace ttgt
