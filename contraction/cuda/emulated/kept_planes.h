// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "contraction/plan/plan.h"

namespace ttgt::cuda {

/// The plan for runs in which inputs have not changed since the run before with the same workspace,
/// where that left their planes: `unchanged` says so of L and of R. Nothing where the plan is not
/// one product of INT8, or where the workspace does not hold all planes at once.
[[nodiscard]] std::optional<Plan> with_kept_planes(const Plan& plan,
                                                   const std::array<bool, 2>& unchanged);

}  // namespace ttgt::cuda
