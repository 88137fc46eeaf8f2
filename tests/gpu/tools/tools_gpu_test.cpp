// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/transpose.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/support/gpu_test.h"
#include "tools/bench/results/run_info.h"
#include "tools/bench/transpose/transpose_arena.h"
#include "tools/operands/buffers.h"
#include "tools/operands/cuda/tensor_kernels.h"

namespace ttgt::tool {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Gt;
using testing::HasSubstr;
using testing::SizeIs;

using Bytes = std::vector<char>;

class ToolsGpu : public test::GpuTest {
protected:
    [[nodiscard]] cuda::DeviceBuffer to_device(const Bytes& host) const {
        const auto size = static_cast<std::int64_t>(host.size());
        cuda::DeviceBuffer buffer(size, device(), stream(), "a test");
        cuda::copy_to_device(buffer.data(), host.data(), size, stream());
        return buffer;
    }
    [[nodiscard]] Bytes to_host(const void* data, std::int64_t size) const {
        Bytes host(static_cast<std::size_t>(size));
        cuda::copy_to_host(host.data(), data, size, stream());
        cuda::synchronize(stream());
        return host;
    }
    [[nodiscard]] Stream stream() const { return context().stream(); }
    [[nodiscard]] Context& context() const {
        if (!context_) context_ = std::make_unique<Context>(options());
        return *context_;
    }

private:
    mutable std::unique_ptr<Context> context_;  // made by the first test that is not skipped
};

using FillRandomGpu = ToolsGpu;
using MismatchesGpu = ToolsGpu;
using DeviceArenaGpu = ToolsGpu;
using RunInfoGpu = ToolsGpu;

/// Out(k, i, j) = In(i, j, k), element by element.
Bytes cycled(const Bytes& in, std::size_t ni, std::size_t nj, std::size_t nk, std::size_t size) {
    Bytes out(in.size());
    for (std::size_t k = 0; k < nk; ++k) {
        for (std::size_t j = 0; j < nj; ++j) {
            for (std::size_t i = 0; i < ni; ++i) {
                std::memcpy(&out[(k + nk * (i + ni * j)) * size],
                            &in[(i + ni * (j + nj * k)) * size], size);
            }
        }
    }
    return out;
}

Bytes random_bytes(std::size_t count) {
    Bytes bytes(count);
    fill_random(bytes.data(), static_cast<std::int64_t>(count), DType::opaque1, 3);
    return bytes;
}

TEST_F(FillRandomGpu, BitsAreThoseOfTheHost) {
    constexpr std::int64_t count = 100003;  // ends within a word, whatever the element
    for (const DType dtype : {DType::float16, DType::bfloat16, DType::float32, DType::float64,
                              DType::complex64, DType::complex128, DType::opaque1, DType::opaque2,
                              DType::opaque4, DType::opaque8, DType::opaque16}) {
        const std::int64_t size = count * size_bytes(dtype);
        Bytes expected(static_cast<std::size_t>(size));
        fill_random(expected.data(), count, dtype, 7);
        const cuda::DeviceBuffer buffer(size, device(), stream(), "a test");

        fill_random_on_device(buffer.data(), count, dtype, 7, device(), stream());

        EXPECT_EQ(to_host(buffer.data(), size), expected) << name(dtype);
    }
}

TEST_F(FillRandomGpu, BytesBehindTheLastElementStay) {
    const cuda::DeviceBuffer buffer = to_device(Bytes(24, 0x11));

    fill_random_on_device(buffer.data(), 11, DType::opaque2, 1, device(), stream());

    const Bytes bytes = to_host(buffer.data(), 24);
    EXPECT_EQ(bytes[22], 0x11);
    EXPECT_EQ(bytes[23], 0x11);
    EXPECT_FALSE(bytes[20] == 0x11 && bytes[21] == 0x11);
}

TEST_F(MismatchesGpu, AreCountedOneByOneForEveryElementSize) {
    constexpr std::size_t count = std::size_t{37} * 11 * 20;
    for (const std::size_t size : {1U, 2U, 4U, 8U, 16U}) {
        const Bytes in = random_bytes(count * size);
        Bytes out = cycled(in, 37, 11, 20, size);
        const auto mismatches = [&] {
            const cuda::DeviceBuffer device_in = to_device(in);
            const cuda::DeviceBuffer device_out = to_device(out);
            const Modes<2> modes = packed_task({37, 11, 20}, {2, 0, 1}, DType::opaque1).modes();
            return count_transpose_mismatches(
                {device_out.data(), device_in.data(), modes, device(), stream()},
                static_cast<std::int64_t>(size));
        };
        EXPECT_EQ(mismatches(), 0) << size;

        for (const std::size_t element : {std::size_t{0}, std::size_t{4000}, count - 1}) {
            out[(element + 1) * size - 1] ^= 1;  // one bit of the element's last byte
        }
        EXPECT_EQ(mismatches(), 3) << size;
    }
}

TEST_F(MismatchesGpu, AnyRankWithoutAndWithElements) {
    const Bytes in = random_bytes(4);
    const cuda::DeviceBuffer data = to_device(in);
    const auto mismatches = [&](const std::vector<std::int64_t>& extents,
                                const std::vector<int>& perm) {
        return count_transpose_mismatches(
            {data.data(), data.data(), packed_task(extents, perm, DType::opaque1).modes(), device(),
             stream()},
            1);
    };
    std::vector<std::int64_t> extents(max_rank, 1);
    std::vector<int> perm(max_rank);
    for (std::size_t mode = 0; mode < max_rank; ++mode) {
        perm[mode] = static_cast<int>(max_rank - 1 - mode);
    }
    extents[5] = 4;

    EXPECT_EQ(mismatches({}, {}), 0);
    EXPECT_EQ(mismatches({3, 0}, {1, 0}), 0);
    EXPECT_EQ(mismatches(extents, perm), 0);
    EXPECT_EQ(mismatches({2, 2}, {1, 0}), in[1] == in[2] ? 0 : 2);
}

TEST_F(DeviceArenaGpu, TimesEveryTurnOfCopyAndTransposes) {
    const auto arena = make_transpose_arena(context());
    arena->place(packed_task({701, 503}, {0, 1}, DType::float64));
    int calls = 0;
    const auto work = [&] { ++calls; };

    const TurnTimes times = arena->time_turns(4, {work, work});

    EXPECT_EQ(calls, 8);
    EXPECT_THAT(times.copy, AllOf(SizeIs(4), Each(Gt(0.0))));
    EXPECT_THAT(times.works, AllOf(SizeIs(2), Each(SizeIs(4))));
    EXPECT_TRUE(arena->is_right()) << "the copy is not one";
    arena->place(packed_task({701, 503}, {1, 0}, DType::float64));
    EXPECT_FALSE(arena->is_right());
}

TEST_F(DeviceArenaGpu, WhatIsSpoiledIsWrongUntilItIsTransposed) {
    TransposeCase block{1, "block", DType::opaque4, {30, 20, 7}, {2, 0, 1}, {33, 21, 7}};
    for (const bool accumulates : {false, true}) {
        const TransposeTask task = task_of(block, accumulates);
        const TransposePlan plan =
            plan_transpose(context(), task.in, task.out, task.perm, task.dtype);
        const auto arena = make_transpose_arena(context());
        arena->place(task);

        arena->spoil();

        EXPECT_FALSE(arena->is_right()) << accumulates;
        plan.run(1.0, arena->in(), accumulates ? 1.0 : 0.0, arena->out());
        EXPECT_TRUE(arena->is_right()) << accumulates;
    }
}

TEST_F(RunInfoGpu, NamesTheDeviceItsDriverAndItsClocks) {
    RunInfo info;
    info.device = options().device;

    EXPECT_THAT(to_json(info), AllOf(HasSubstr(to_string(info.device)), HasSubstr("driver_cuda"),
                                     HasSubstr("memory_clock_mhz")));
}

TEST_F(RunInfoGpu, CeilingOfACopyIsPlausible) {
    const double gb_s = measure_copy_gb_s(context());

    EXPECT_GT(gb_s, 50);
    EXPECT_LT(gb_s, 100000);
}

}  // namespace
}  // namespace ttgt::tool
