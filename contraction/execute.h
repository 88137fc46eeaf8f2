// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <array>
#include <vector>

#include "contraction/backend.h"
#include "contraction/plan.h"

namespace ttgt {

/// One run of a plan: where the operands are, and the scalars as the caller gave them.
struct Execution {
    std::array<char*, 4> bases{};  ///< D, L, R, workspace; L and R are only read
    Scalar alpha{1.0, 0.0};
    Scalar beta{0.0, 0.0};
    int threads = 0;
};

/// Told before and after every step of a run.
class StepObserver {
public:
    virtual ~StepObserver() = default;
    virtual void before(const Step& step) = 0;
    virtual void after(const Step& step) = 0;
};

/// Runs the plan's steps in order. alpha = 0 scales D and reads no input. Allocates nothing without
/// an observer.
void execute(const Plan& plan, const Backend& backend, const Execution& execution,
             StepObserver* observer = nullptr);

}  // namespace ttgt
