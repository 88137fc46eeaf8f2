// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/plan.h"

namespace ttgt {

/// What one execution of a step moves and computes, and how long that should take.
struct StepCost {
    std::int64_t bytes = 0;  ///< read plus written
    double flops = 0;
    double ms = 0;
};

[[nodiscard]] StepCost predict(const Step& step);
/// All steps with their repetitions.
[[nodiscard]] double predict_ms(const Plan& plan);

}  // namespace ttgt
