// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/calibrate/cuda/device_memory_times.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <vector>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/properties.h"
#include "tools/bench/timing.h"
#include "tools/calibrate/cuda/pointer_chase.h"
#include "tools/calibrate/line_fit.h"
#include "tools/io/interrupt.h"

namespace ttgt::tool {
namespace {

class MemoryMeter {
public:
    explicit MemoryMeter(const Context& context)
        : device_(context.options().device.index),
          stream_(context.stream()),
          properties_(cuda::device_properties(device_)) {}

    /// Median of some calls after one that warms up.
    [[nodiscard]] double us(const std::function<void()>& work) const {
        constexpr int turns = 8;
        throw_if_interrupted();
        const auto times = cuda::time_turns_ms(device_, stream_, turns, {work}).front();
        return 1e3 * median({times.begin() + 1, times.end()});
    }

    /// The rise of the time of copies that no cache holds.
    [[nodiscard]] double bytes_per_us() const {
        constexpr std::int64_t largest = std::int64_t{1} << 30;
        constexpr int sizes = 4;
        const std::int64_t most = std::min(largest, properties_.memory_bytes / 8);
        const cuda::DeviceBuffer from(most, device_, stream_, "the source of a copy");
        const cuda::DeviceBuffer to(most, device_, stream_, "the target of a copy");
        cuda::fill_bytes(from.data(), 1, most, stream_);
        std::vector<double> moved;
        std::vector<double> times;
        for (int size = 1; size <= sizes; ++size) {
            const std::int64_t bytes = most / sizes * size;
            moved.push_back(2.0 * static_cast<double>(bytes));
            times.push_back(
                us([&] { cuda::copy_on_device(to.data(), from.data(), bytes, stream_); }));
        }
        return 1 / fitted_rise(moved, times);
    }

    /// Where no cache holds what is read.
    [[nodiscard]] double latency_us() const {
        constexpr std::uint64_t least = std::uint64_t{256} << 20;
        const auto caches = static_cast<std::uint64_t>(4 * properties_.l2_bytes);
        return latency_us(static_cast<std::int64_t>(std::bit_ceil(std::max(least, caches))));
    }

    [[nodiscard]] double latency_us(std::int64_t bytes) const {
        constexpr int few = 1024;
        constexpr int many = 8 * few;
        const cuda::DeviceBuffer memory(bytes, device_, stream_, "a chase of pointers");
        const cuda::DeviceBuffer cursor(sizeof(std::uint32_t), device_, stream_, "a chase's end");
        cuda::fill_bytes(cursor.data(), 0, cursor.bytes(), stream_);
        link_ring(memory.data(), {static_cast<std::uint32_t>(bytes / chase_line_bytes)}, stream_);
        const auto chase_us = [&](int hops) {
            auto* const place = static_cast<std::uint32_t*>(cursor.data());
            return us([&, hops] { chase(memory.data(), hops, place, stream_); });
        };
        const double shorter = chase_us(few);
        return (chase_us(many) - shorter) / (many - few);
    }

    [[nodiscard]] double launch_us() const {
        return us([this] { launch_nothing(stream_); });
    }

private:
    int device_;
    Stream stream_;
    const cuda::DeviceProperties& properties_;
};

}  // namespace

cuda::MemoryTimes measure_memory_times(const Context& context) {
    const cuda::DeviceScope scope(context.options().device.index);
    const MemoryMeter meter(context);
    return {meter.bytes_per_us(), meter.latency_us(), meter.launch_us()};
}

double measure_latency_us(const Context& context, std::int64_t bytes) {
    const cuda::DeviceScope scope(context.options().device.index);
    return MemoryMeter(context).latency_us(bytes);
}

}  // namespace ttgt::tool
