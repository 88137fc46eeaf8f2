// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contraction/plan/plan.h"

namespace ttgt {

/// Times a run of a plan and each of its steps. The caller calls start(), then before() and after()
/// around each step, then stop(), then reads the times.
class StepTimer {
public:
    virtual ~StepTimer() = default;
    /// Call before the first step of the run.
    virtual void start() = 0;
    /// Call immediately before a step.
    virtual void before(const Step& step) = 0;
    /// Call immediately after a step.
    virtual void after(const Step& step) = 0;
    /// Call after the last step of the run.
    virtual void stop() = 0;

    /// Milliseconds from start() to stop(). Waits until the run has ended on the device.
    /// Precondition: stop() has been called.
    [[nodiscard]] virtual double total_ms() const = 0;
    /// Milliseconds of each step; the index is Step::id. The repetitions of a step are summed.
    /// Waits until the run has ended on the device. Precondition: stop() has been called.
    [[nodiscard]] virtual std::vector<double> step_ms() const = 0;
};

}  // namespace ttgt
