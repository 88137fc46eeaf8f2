// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/event_timer.h"

#include <cuda_runtime_api.h>

#include <cstddef>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::cuda {

EventTimer::EventTimer(int device)
    : device_(device), start_(make_event(device)), stop_(make_event(device)) {}

void EventTimer::EventDelete::operator()(CUevent_st* event) const noexcept {
    const DeviceScope scope(device, std::nothrow);
    forget(cudaEventDestroy(event));
}

EventTimer::Event EventTimer::make_event(int device) {
    const DeviceScope scope(device);
    cudaEvent_t created = nullptr;
    TTGT_CUDA_CHECK(cudaEventCreate(&created));
    return {created, EventDelete{device}};
}

void EventTimer::start(Stream stream) {
    const DeviceScope scope(device_);
    TTGT_CUDA_CHECK(cudaEventRecord(start_.get(), native(stream)));
}

void EventTimer::stop(Stream stream) {
    const DeviceScope scope(device_);
    TTGT_CUDA_CHECK(cudaEventRecord(stop_.get(), native(stream)));
}

double EventTimer::ms() const {
    const DeviceScope scope(device_);
    float milliseconds = 0;
    TTGT_CUDA_CHECK(cudaEventSynchronize(stop_.get()));
    TTGT_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start_.get(), stop_.get()));
    return milliseconds;
}

std::vector<std::vector<double>> time_turns_ms(int device, Stream stream, int turns,
                                               const std::vector<std::function<void()>>& works) {
    std::vector<std::vector<EventTimer>> timers(works.size());
    for (std::vector<EventTimer>& of_work : timers) {
        for (int turn = 0; turn < turns; ++turn) of_work.emplace_back(device);
    }
    // Nothing waits in between: a device that runs dry would be timed with the host's launches.
    for (int turn = 0; turn < turns; ++turn) {
        for (std::size_t work = 0; work < works.size(); ++work) {
            EventTimer& timer = timers[work][static_cast<std::size_t>(turn)];
            timer.start(stream);
            works[work]();
            timer.stop(stream);
        }
    }
    std::vector<std::vector<double>> times(works.size());
    for (std::size_t work = 0; work < works.size(); ++work) {
        for (const EventTimer& timer : timers[work]) times[work].push_back(timer.ms());
    }
    return times;
}

}  // namespace ttgt::cuda
