// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/emulated/emulated_plan.h"

namespace ttgt::cuda {

/// Predicted microseconds of a run of the plan with this number of moduli that does not read D.
[[nodiscard]] double emulated_us(const EmulatedPlan& plan, int moduli_count,
                                 const Architecture& gpu);

}  // namespace ttgt::cuda
