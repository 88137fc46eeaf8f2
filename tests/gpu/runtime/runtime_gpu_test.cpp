// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/refusal.h"

namespace ttgt::cuda {
namespace {

using test::refusal_of;
using testing::AllOf;
using testing::Each;
using testing::Ge;
using testing::Gt;
using testing::HasSubstr;
using testing::SizeIs;

using CudaErrorGpu = test::GpuTest;
using DeviceScopeGpu = test::GpuTest;
using StreamGpu = test::GpuTest;
using BufferGpu = test::GpuTest;
using EventTimerGpu = test::GpuTest;

TEST_F(CudaErrorGpu, CheckClearsTheErrorItReports) {
    EXPECT_THAT(refusal_of<DeviceError>([&] { TTGT_CUDA_CHECK(cudaSetDevice(999999)); }),
                HasSubstr("cudaSetDevice(999999): cudaErrorInvalidDevice: "));

    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

TEST_F(CudaErrorGpu, ForgetClears) {
    EXPECT_TRUE(forget(cudaSetDevice(999999)));

    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

TEST_F(DeviceScopeGpu, RestoresTheDeviceBefore) {
    int before = -1;
    TTGT_CUDA_CHECK(cudaGetDevice(&before));

    for (int index = 0; index < device_count(); ++index) {
        const DeviceScope scope(index);
        int current = -1;
        TTGT_CUDA_CHECK(cudaGetDevice(&current));
        EXPECT_EQ(current, index);
    }

    int after = -1;
    TTGT_CUDA_CHECK(cudaGetDevice(&after));
    EXPECT_EQ(after, before);
}

TEST_F(DeviceScopeGpu, UnknownDeviceIsNamed) {
    EXPECT_THAT(refusal_of<DeviceError>([] { const DeviceScope scope(999999); }),
                HasSubstr("cuda:999999"));
}

TEST_F(StreamGpu, OwnedStreamsMoveAndDoNotWaitForTheDefaultOne) {
    OwnedStream first(device());
    const Stream handle = first.get();
    unsigned flags = 0;

    const OwnedStream second(std::move(first));

    EXPECT_EQ(second.get(), handle);
    EXPECT_EQ(second.device(), device());
    TTGT_CUDA_CHECK(cudaStreamGetFlags(native(second.get()), &flags));
    EXPECT_EQ(flags, static_cast<unsigned>(cudaStreamNonBlocking));
    synchronize(second.get());
}

TEST_F(BufferGpu, BytesSurviveTheWayThroughTheDevice) {
    const OwnedStream stream(device());
    std::vector<int> sent(100003);
    std::iota(sent.begin(), sent.end(), 1);
    std::vector<int> received(sent.size());
    const auto bytes = static_cast<std::int64_t>(sent.size() * sizeof(int));
    const DeviceBuffer a(bytes, device(), stream.get(), "a test");
    const DeviceBuffer b(bytes, device(), stream.get(), "a test");

    copy_to_device(a.data(), sent.data(), bytes, stream.get());
    copy_on_device(b.data(), a.data(), bytes, stream.get());
    fill_bytes(a.data(), 0, bytes, stream.get());
    copy_to_host(received.data(), b.data(), bytes, stream.get());
    synchronize(stream.get());

    EXPECT_EQ(received, sent);
}

TEST_F(BufferGpu, BytesSurviveWhicheverDeviceIsCurrent) {
    if (device_count() < 2) GTEST_SKIP() << "needs two CUDA devices";
    for (int there = 0; there < device_count(); ++there) {
        const OwnedStream stream(there);
        const DeviceBuffer a(4, there, stream.get(), "a test");
        const DeviceBuffer b(4, there, stream.get(), "a test");
        for (int current = 0; current < device_count(); ++current) {
            const DeviceScope scope(current);
            const int sent = 10 * there + current;
            int received = -1;

            fill_bytes(b.data(), 0xa5, 4, stream.get());
            copy_to_device(a.data(), &sent, 4, stream.get());
            copy_on_device(b.data(), a.data(), 4, stream.get());
            copy_to_host(&received, b.data(), 4, stream.get());
            synchronize(stream.get());

            EXPECT_EQ(received, sent) << "memory of cuda:" << there << ", current " << current;
        }
    }
}

TEST_F(BufferGpu, FillSetsEveryByte) {
    const OwnedStream stream(device());
    std::vector<unsigned char> received(1001);
    const DeviceBuffer buffer(1001, device(), stream.get(), "a test");

    fill_bytes(buffer.data(), 0xa5, 1001, stream.get());
    copy_to_host(received.data(), buffer.data(), 1001, stream.get());
    synchronize(stream.get());

    EXPECT_THAT(received, Each(0xa5));
}

TEST_F(BufferGpu, MovesAndRemembers) {
    const OwnedStream stream(device());
    DeviceBuffer first(64, device(), stream.get(), "a test");
    void* const data = first.data();

    DeviceBuffer second(std::move(first));
    DeviceBuffer third(128, device(), stream.get(), "a test");
    third = std::move(second);

    EXPECT_EQ(third.data(), data);
    EXPECT_EQ(third.bytes(), 64);
    EXPECT_EQ(third.device(), device());
    EXPECT_EQ(third.stream(), stream.get());
}

TEST_F(BufferGpu, NoBytesNeedNoMemory) {
    const OwnedStream stream(device());

    const DeviceBuffer buffer(0, device(), stream.get(), "a test");

    EXPECT_EQ(buffer.data(), nullptr);
}

TEST_F(BufferGpu, OutOfMemorySaysWhatForAndHowMuchAndLeavesTheDeviceUsable) {
    const OwnedStream stream(device());

    EXPECT_THAT(
        refusal_of<OutOfMemory>([&] {
            const DeviceBuffer buffer(std::int64_t{1} << 50, device(), stream.get(), "an elephant");
        }),
        AllOf(HasSubstr("1125899906842624 bytes for an elephant"), HasSubstr("bytes are free")));
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
    const DeviceBuffer small(1 << 20, device(), stream.get(), "a mouse");
    fill_bytes(small.data(), 1, small.bytes(), stream.get());
    synchronize(stream.get());
}

TEST_F(EventTimerGpu, LongerWorkTakesLonger) {
    constexpr std::int64_t bytes = std::int64_t{256} << 20;
    const OwnedStream stream(device());
    const DeviceBuffer buffer(bytes, device(), stream.get(), "a test");
    EventTimer timer(device());
    // The least of many, because other processes may use the device between the two events.
    const auto fill_ms = [&](std::int64_t part) {
        double least = std::numeric_limits<double>::infinity();
        for (int turn = 0; turn < 50; ++turn) {
            timer.start(stream.get());
            fill_bytes(buffer.data(), 1, part, stream.get());
            timer.stop(stream.get());
            least = std::min(least, timer.ms());
        }
        return least;
    };

    const double whole_ms = fill_ms(bytes);

    // 100 TB/s is beyond any device.
    EXPECT_GT(whole_ms, static_cast<double>(bytes) / 1e11);
    EXPECT_LT(fill_ms(bytes / 64), whole_ms);
}

TEST_F(EventTimerGpu, EveryWorkOfEveryTurnIsTimed) {
    const OwnedStream stream(device());
    const DeviceBuffer buffer(1 << 20, device(), stream.get(), "a test");
    int calls = 0;
    const auto fill = [&] {
        ++calls;
        fill_bytes(buffer.data(), 1, buffer.bytes(), stream.get());
    };

    const std::vector<std::vector<double>> times =
        time_turns_ms(device(), stream.get(), 5, {fill, fill});

    EXPECT_EQ(calls, 10);
    ASSERT_THAT(times, SizeIs(2));
    EXPECT_THAT(times, Each(SizeIs(5)));
    EXPECT_THAT(times[0], Each(Gt(0.0)));
    EXPECT_THAT(times[1], Each(Ge(0.0)));
}

}  // namespace
}  // namespace ttgt::cuda
