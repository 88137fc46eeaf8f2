// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Where workspace comes from, and what happens where there is none.
#include <ttgt/error.h>

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/device_tensor.h"
#include "tests/support/edge/edge_tensors.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class MemoryGpu : public ContractionGpu {
protected:
    /// A context whose workspace is taken from the device while `gives` holds, and counted.
    [[nodiscard]] ContextOptions with_allocator(const bool& gives, std::int64_t& held,
                                                const cuda::OwnedStream& stream) {
        ContextOptions settings = options();
        settings.stream = stream.get();
        settings.allocator.allocate = [&gives, &held, &stream](std::int64_t bytes) -> void* {
            if (!gives) return nullptr;
            held += bytes;
            return cuda::allocate(bytes, stream.device(), stream.get(), "the workspace of a test");
        };
        settings.allocator.deallocate = [&held, &stream](void* data, std::int64_t bytes) {
            held -= bytes;
            cuda::release(data, stream.device(), stream.get());
        };
        return settings;
    }

    /// By `classic`, which transposes L, through the one-liner.
    [[nodiscard]] CheckOptions transposing(Context& on) {
        CheckOptions check;
        check.strategy = "classic";
        check.entry = Entry::contract;
        check.site = device_site(on);
        return check;
    }

    const TestProblem problem_ =
        make_problem({"D(b,a)=L(a,k)*R(b,k)", {{"a", 45}, {"b", 70}, {"k", 33}}},
                     {DType::float64, DType::float64, DType::float64}, 1);
};

TEST_F(MemoryGpu, WorkspaceComesFromTheGivenAllocator) {
    const bool gives = true;
    std::int64_t held = 0;
    const cuda::OwnedStream stream(device());
    {
        Context context(with_allocator(gives, held, stream));

        EXPECT_TRUE(check_contraction(problem_, transposing(context)));

        EXPECT_EQ(held, context.context_bytes());
        EXPECT_GT(held, 0);
        context.release_workspace();
        EXPECT_EQ(held, 0);
        EXPECT_TRUE(check_contraction(problem_, transposing(context)));
    }
    EXPECT_EQ(held, 0);
    cuda::synchronize(stream.get());
}

TEST_F(MemoryGpu, AllocatorThatGivesNothingIsATypedErrorAndEverythingUsableAfterwards) {
    bool gives = false;
    std::int64_t held = 0;
    const cuda::OwnedStream stream(device());
    Context context(with_allocator(gives, held, stream));
    TestTensors tensors = make_tensors(problem_, Fill::reals);
    ContractOptions classic;
    classic.strategy = "classic";

    EXPECT_THAT(refusal_of<OutOfMemory>([&] {
                    call(expression(problem_), tensors.d, tensors.inputs, classic,
                         device_site(context));
                }),
                AllOf(HasSubstr("the context cannot allocate "), HasSubstr("bytes of workspace")));
    EXPECT_TRUE(tensors.d.bytes() == tensors.before.bytes()) << "D was written";
    EXPECT_EQ(context.context_bytes(), 0);
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);

    gives = true;
    EXPECT_TRUE(check_contraction(problem_, transposing(context)));
}

// 2^41 bytes of workspace: asked for before an operand is touched, so that none needs to be there.
TEST_F(MemoryGpu, WorkspaceBeyondTheDeviceIsATypedErrorAndEverythingUsableAfterwards) {
    constexpr std::int64_t extent = std::int64_t{1} << 19;
    const GuardedArray one(DType::float64, packed({1}));
    const DeviceTensor element(one, device(), context().stream());
    const TensorView huge(DType::float64, packed({extent, extent}), element.data(),
                          MemorySpace::device);
    ContractOptions classic;
    classic.strategy = "classic";
    classic.context = &context();

    EXPECT_THAT(refusal_of<OutOfMemory>(
                    [&] { contract("D(b,a)=L(a,k)*R(b,k)", huge, huge, huge, classic); }),
                AllOf(HasSubstr("cannot allocate "), HasSubstr("workspace")));

    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
    EXPECT_TRUE(element.fetch().bytes() == one.bytes());
    EXPECT_TRUE(check_contraction(problem_, transposing(context())));
}

TEST_F(MemoryGpu, MeasuringWithoutMemoryLeavesTheContextUsable) {
    const OperandLayout gaps{DType::float64, {{2, 512}, {1, std::int64_t{1} << 30}}};  // 4 TB
    const auto small = [](std::int64_t rows, std::int64_t columns) {
        return OperandLayout{DType::float64, packed({rows, columns})};
    };
    PlanOptions measured;
    measured.planning = Planning::measure;

    EXPECT_THAT(refusal_of<OutOfMemory>([&] {
                    (void)plan_contraction(context(), "D(a,b)=L(a,k)*R(k,b)",
                                           {small(2, 2), gaps, small(512, 2)}, measured);
                }),
                HasSubstr("bytes for the memory of a measured plan"));
    EXPECT_THAT(refusal_of<OutOfMemory>([&] {
                    (void)plan_contraction(context(), "D(a,b)=L(a,k)*R(k,b)",
                                           {gaps, small(2, 2), small(2, 512)}, measured);
                }),
                HasSubstr("bytes for the memory of a measured plan"));

    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
    EXPECT_TRUE(check_contraction(problem_, transposing(context())));
}

}  // namespace
}  // namespace ttgt::test
