// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "bindings/cutensor/plan/planned.h"

namespace ttgt::cutensor {

/// Plans an elementwise operation, a permutation or a reduction by the engine's formulas, whose
/// kernels are compiled. Throws and expects as plan_operation(); needs no workspace.
[[nodiscard]] std::shared_ptr<const Planned> plan_formula(Handle& handle,
                                                          const Operation& operation);

}  // namespace ttgt::cutensor
