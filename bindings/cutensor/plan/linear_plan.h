// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "bindings/cutensor/plan/planned.h"

namespace ttgt::cutensor {

/// Plans a product of one to three tensors plus beta times the addend, by the engine's
/// contractions. Throws and expects as plan_operation(). Precondition: is_linear(operation).
[[nodiscard]] std::shared_ptr<const Planned> plan_linear(Handle& handle, const Operation& operation,
                                                         const PlanPreference& preference,
                                                         std::int64_t workspace_limit);

}  // namespace ttgt::cutensor
