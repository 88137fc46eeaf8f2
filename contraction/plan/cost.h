// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/plan/plan.h"
#include "contraction/plan/step_prices.h"

namespace ttgt {

/// Predicts the cost of one execution of `action` on the machine.
[[nodiscard]] StepCost predict(const Action& action, const StepPrices& prices);
/// Predicted milliseconds of a run of the plan: the sum over all steps, times their repetitions.
[[nodiscard]] double predict_ms(const Plan& plan);

}  // namespace ttgt
