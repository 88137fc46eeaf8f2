// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// A run allocates neither on the host nor on the device. The first runs of each plan are not
// counted: the driver and the GEMM library may set themselves up then.
#include <ttgt/transpose.h>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "src/runtime/cuda/error.h"
#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/device_contraction.h"
#include "tests/gpu/support/free_memory.h"
#include "tests/support/allocation_count.h"
#include "tests/support/sanitizer.h"

namespace ttgt::test {
namespace {

class HostAllocationGpu : public ContractionGpu {
protected:
    void SetUp() override {
        ContractionGpu::SetUp();
        if (is_sanitized) GTEST_SKIP() << "the sanitizer owns the allocator";
    }
};

/// Host allocations of the last of three runs.
template <class Run>
std::int64_t allocations_of(Run&& run) {
    run();
    run();
    const std::int64_t before = allocation_count();
    run();
    return allocation_count() - before;
}

// Counted are also those of the CUDA runtime, which is linked into this executable: where this test
// fails, they are its.
TEST_F(HostAllocationGpu, IsNoneForATranspose) {
    const TransposePlan transpose =
        plan_transpose(context(), packed({257, 129}), packed({129, 257}), {1, 0}, DType::float64);
    const cuda::DeviceBuffer memory(2 * transpose.bytes(), device(), context().stream(), "a test");
    auto* const in = static_cast<char*>(memory.data());
    cuda::synchronize(context().stream());

    EXPECT_EQ(allocations_of([&] { transpose.run(1.0, in, 0.0, in + transpose.bytes()); }), 0);

    cuda::synchronize(context().stream());
}

TEST_F(HostAllocationGpu, IsNoneForAContraction) {
    for (const std::vector<ContractionCase>& cases : {overwriting_cases(), adding_cases()}) {
        for (const ContractionCase& given : cases) {
            const ContractionPlan planned = plan(given);
            DeviceContraction contraction(given.problem, planned, device());

            EXPECT_EQ(allocations_of([&] { contraction.run(); }), 0) << planned.explain();

            cuda::synchronize(contraction.stream());
        }
    }
}

class DeviceAllocationGpu : public ContractionGpu {
protected:
    void SetUp() override {
        ContractionGpu::SetUp();
        if (IsSkipped()) return;
        TTGT_CUDA_CHECK(cudaSetDevice(device()));
        TTGT_CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool_, device()));
    }

    [[nodiscard]] std::uint64_t used(cudaMemPoolAttr attribute) const {
        std::uint64_t bytes = 0;
        TTGT_CUDA_CHECK(cudaMemPoolGetAttribute(pool_, attribute, &bytes));
        return bytes;
    }
    void forget_highest() const {
        std::uint64_t zero = 0;
        TTGT_CUDA_CHECK(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrUsedMemHigh, &zero));
    }

private:
    cudaMemPool_t pool_ = nullptr;
};

TEST_F(DeviceAllocationGpu, IsNoneFromThePool) {
    for (const ContractionCase& given : overwriting_cases()) {
        const ContractionPlan planned = plan(given);
        DeviceContraction contraction(given.problem, planned, device());
        contraction.run();
        ASSERT_TRUE(contraction.is_done());
        forget_highest();
        const std::uint64_t before = used(cudaMemPoolAttrUsedMemCurrent);

        for (int turn = 0; turn < 5; ++turn) contraction.run();

        cuda::synchronize(contraction.stream());
        EXPECT_LE(used(cudaMemPoolAttrUsedMemHigh), before) << planned.explain();
        EXPECT_EQ(used(cudaMemPoolAttrUsedMemCurrent), before) << planned.explain();
    }
}

// A GEMM library left to itself takes 32 MiB per stream, so each run here has a new one. Others may
// take memory meanwhile, but hardly as much as some dozen streams would.
TEST_F(DeviceAllocationGpu, IsNoneForEachNewStream) {
    constexpr std::size_t streams = 24;
    constexpr std::size_t library_bytes = std::size_t{4} << 20;
    const ContractionCase given = overwriting_cases().front();
    const ContractionPlan planned = plan(given);
    DeviceContraction contraction(given.problem, planned, device());
    contraction.run();
    ASSERT_TRUE(contraction.is_done());
    std::vector<cuda::OwnedStream> others;
    for (std::size_t i = 0; i < streams; ++i) others.emplace_back(device());
    const std::int64_t free_before = free_device_bytes();

    for (const cuda::OwnedStream& stream : others) {
        contraction.options().stream = stream.get();
        contraction.run();
        cuda::synchronize(stream.get());
    }

    EXPECT_LT(free_before,
              free_device_bytes() + static_cast<std::int64_t>(streams * library_bytes));
    EXPECT_TRUE(contraction.is_done());
}

}  // namespace
}  // namespace ttgt::test
