// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <functional>
#include <memory>
#include <vector>

struct CUevent_st;  // CUDA's: a cudaEvent_t points to one

namespace ttgt::cuda {

/// The time that a device needs from one place in a stream to another. All throw DeviceError.
class EventTimer {
public:
    explicit EventTimer(int device);

    /// Enqueue the two ends, on streams of the device; neither waits.
    void start(Stream stream);
    void stop(Stream stream);
    /// Milliseconds between the two, to about a microsecond; waits for the second.
    [[nodiscard]] double ms() const;

private:
    struct EventDelete {
        int device;
        void operator()(CUevent_st* event) const noexcept;
    };
    using Event = std::unique_ptr<CUevent_st, EventDelete>;
    [[nodiscard]] static Event make_event(int device);

    int device_;
    Event start_;
    Event stop_;
};

/// Enqueues `turns` turns, in each every one of `works` once, which must enqueue on `stream` and
/// not wait; then waits for them all. times[w][t]: milliseconds of the w-th work in turn t. The
/// first turn has not been warmed up for.
[[nodiscard]] std::vector<std::vector<double>> time_turns_ms(
    int device, Stream stream, int turns, const std::vector<std::function<void()>>& works);

}  // namespace ttgt::cuda
