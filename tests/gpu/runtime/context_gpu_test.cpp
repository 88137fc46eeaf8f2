// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/context.h>
#include <ttgt/error.h>

#include <cuda_runtime_api.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using ContextGpu = test::GpuTest;

TEST_F(ContextGpu, HasAStreamOfItsOwn) {
    const Context a(options());
    const Context b(options());

    EXPECT_NE(a.stream().handle, nullptr);
    EXPECT_NE(a.stream(), b.stream());
}

TEST_F(ContextGpu, StreamGivenIsTheOneUsed) {
    const cuda::OwnedStream stream(device());
    ContextOptions with_stream = options();
    with_stream.stream = stream.get();

    EXPECT_EQ(Context(with_stream).stream(), stream.get());
}

TEST_F(ContextGpu, MovedContextKeepsItsStream) {
    Context context(options());
    const Stream stream = context.stream();

    const Context moved(std::move(context));

    EXPECT_EQ(moved.stream(), stream);
    cuda::synchronize(stream);
}

TEST_F(ContextGpu, WorkspaceIsDeviceMemoryThatIsKept) {
    constexpr std::int64_t bytes = 1000;
    Context context(options());

    const Workspace workspace = context.workspace(bytes);

    ASSERT_NE(workspace.data, nullptr);
    EXPECT_GE(workspace.bytes, bytes);
    EXPECT_EQ(context.context_bytes(), workspace.bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(workspace.data) % workspace_alignment, 0U);
    cuda::fill_bytes(workspace.data, 7, workspace.bytes, context.stream());
    cuda::synchronize(context.stream());
    EXPECT_EQ(context.workspace(bytes / 2).data, workspace.data);
    context.release_workspace();
    EXPECT_EQ(context.context_bytes(), 0);
}

TEST_F(ContextGpu, UsableAfterOutOfMemory) {
    constexpr std::int64_t too_much = std::int64_t{1} << 50;
    Context context(options());
    const Workspace before = context.workspace(1 << 20);

    EXPECT_THAT(test::refusal_of<OutOfMemory>([&] { (void)context.workspace(too_much); }),
                AllOf(HasSubstr("workspace"), HasSubstr("bytes are free"),
                      HasSubstr(std::to_string(too_much))));

    EXPECT_EQ(context.workspace(1 << 20).data, before.data);
    cuda::fill_bytes(before.data, 7, before.bytes, context.stream());
    cuda::synchronize(context.stream());
    EXPECT_NE(context.workspace(1 << 21).data, nullptr);
}

TEST_F(ContextGpu, OneOfAnothersOptionsAllocatesOnItsOwnStream) {
    auto first = std::make_unique<Context>(options());
    Context second(first->options());
    EXPECT_FALSE(first->options().allocator.allocate);
    EXPECT_NE(second.stream(), first->stream());

    first.reset();  // and its stream
    const Workspace workspace = second.workspace(1 << 20);

    cuda::fill_bytes(workspace.data, 7, workspace.bytes, second.stream());
    cuda::synchronize(second.stream());
    second.release_workspace();
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

TEST_F(ContextGpu, AllocatorGivenIsHonoured) {
    alignas(workspace_alignment) std::array<char, 512> memory{};
    int released = 0;
    ContextOptions with_allocator = options();
    with_allocator.allocator.allocate = [&](std::int64_t) -> void* { return memory.data(); };
    with_allocator.allocator.deallocate = [&](void*, std::int64_t) { ++released; };
    {
        Context context(with_allocator);
        EXPECT_EQ(context.workspace(512).data, memory.data());
    }
    EXPECT_EQ(released, 1);
}

}  // namespace
}  // namespace ttgt
