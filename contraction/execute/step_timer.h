// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contraction/plan/plan.h"

namespace ttgt {

/// Told before and after a run, and every step of it.
class StepTimer {
public:
    virtual ~StepTimer() = default;
    virtual void start() = 0;
    virtual void before(const Step& step) = 0;
    virtual void after(const Step& step) = 0;
    virtual void stop() = 0;

    /// After the run, for whose end these wait. Milliseconds from start to stop,
    [[nodiscard]] virtual double total_ms() const = 0;
    /// and of each step by its id, all repetitions together.
    [[nodiscard]] virtual std::vector<double> step_ms() const = 0;
};

}  // namespace ttgt
