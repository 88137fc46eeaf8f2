// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/event_step_timer.h"

namespace ttgt::cuda {

EventStepTimer::EventStepTimer(const Plan& plan, int device, Stream stream)
    : stream_(stream), whole_(device), steps_(static_cast<std::size_t>(plan.step_count)) {
    std::int64_t count = 0;
    for_each_step(plan.nodes, [&](const Step&, std::int64_t times) { count += times; });
    for (std::int64_t i = 0; i < count; ++i) repetitions_.emplace_back(device);
    ids_.reserve(repetitions_.size());
}

void EventStepTimer::start() { whole_.start(stream_); }

void EventStepTimer::before(const Step& step) {
    repetitions_[ids_.size()].start(stream_);
    ids_.push_back(step.id);
}

void EventStepTimer::after(const Step&) { repetitions_[ids_.size() - 1].stop(stream_); }

void EventStepTimer::stop() { whole_.stop(stream_); }

double EventStepTimer::total_ms() const { return whole_.ms(); }

std::vector<double> EventStepTimer::step_ms() const {
    std::vector<double> ms(steps_);
    for (std::size_t i = 0; i < ids_.size(); ++i) {
        ms[static_cast<std::size_t>(ids_[i])] += repetitions_[i].ms();
    }
    return ms;
}

}  // namespace ttgt::cuda
