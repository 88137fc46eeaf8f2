// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/machine.h"
#include "contraction/plan.h"

namespace ttgt {

[[nodiscard]] StepCost predict(const Action& action, const Machine& machine);
/// Of `count` sums of `terms` matrix products each: what threads can share, and the traffic, where
/// C is read and written once whatever beta is, because storing through the caches first reads what
/// is overwritten. Without runs.
[[nodiscard]] Work gemm_work(const GemmCall& shape, std::int64_t count, std::int64_t terms,
                             int threads);
/// All steps with their repetitions.
[[nodiscard]] double predict_ms(const Plan& plan);

}  // namespace ttgt
