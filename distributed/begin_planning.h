// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <string>
#include <vector>

#include "distributed/run/agreement.h"
#include "distributed/run/planning_setup.h"

namespace ttgt {

/// Compares the ranks' arguments of planning, `claims` among them, and checks the options.
/// Collective. Throws on every rank what plan_contraction() documents for options and arguments
/// that differ.
[[nodiscard]] PlanningSetup begin_planning(Communicator& communicator, Context& context,
                                           Claims claims,
                                           const std::vector<DistributedLayout>& operands,
                                           const DistributedOptions& options);

/// Throws InvalidArgument, naming `operand`, where its memory is not that of the context's device.
void check_space(const std::string& operand, MemorySpace space, const Device& device);

}  // namespace ttgt
