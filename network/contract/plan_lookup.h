// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "network/contract/call.h"

namespace ttgt {

/// A plan of the call's expression for `operands`, the call's operands where the device will find
/// them: from the plan cache of the call's context, or made now and kept there. Reads dtypes and
/// layouts of the operands, no element. The expression is parsed only where a plan is made. Throws
/// as plan_contraction().
[[nodiscard]] std::shared_ptr<const ContractionPlan> find_or_make_plan(const Call& call,
                                                                       const Views& operands);

}  // namespace ttgt
