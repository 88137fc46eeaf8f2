// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "contraction/execute/step_timer.h"
#include "src/runtime/cuda/event_timer.h"

namespace ttgt::cuda {

/// Times a run by events in its stream, one pair for every repetition of every step, made
/// beforehand.
class EventStepTimer final : public StepTimer {
public:
    /// Throws DeviceError.
    EventStepTimer(const Plan& plan, int device, Stream stream);

    void start() override;
    void before(const Step& step) override;
    void after(const Step& step) override;
    void stop() override;
    [[nodiscard]] double total_ms() const override;
    [[nodiscard]] std::vector<double> step_ms() const override;

private:
    Stream stream_;
    EventTimer whole_;
    std::vector<EventTimer> repetitions_;  ///< timers of the steps, in the order of execution
    std::vector<int> ids_;                 ///< ids of the steps that ran, in this order
    std::size_t steps_;
};

}  // namespace ttgt::cuda
