// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/plan/machine.h"
#include "contraction/plan/plan.h"

namespace ttgt {

[[nodiscard]] StepCost predict(const Action& action, const Machine& machine);
/// All steps with their repetitions.
[[nodiscard]] double predict_ms(const Plan& plan);

}  // namespace ttgt
