// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "bindings/cutensor/plan/planned.h"

namespace ttgt::cutensor {

/// Plans a permutation into the middle of an output that it fills with one value before. Throws and
/// expects as plan_operation(). Precondition: operation.padding.has_frame().
[[nodiscard]] std::shared_ptr<const Planned> plan_padded(Handle& handle, const Operation& operation,
                                                         const PlanPreference& preference,
                                                         std::int64_t workspace_limit);

}  // namespace ttgt::cutensor
