// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <vector>

#include "distributed/run/agreement.h"
#include "distributed/run/distributed_product.h"

namespace ttgt {

/// Compares the ranks' arguments of planning, `claims` among them, and checks the options. Returns
/// what plans of this communicator and context have in common: ranks, device, rates and limits.
/// Collective. Throws on every rank what plan_contraction() documents for options and arguments
/// that differ.
[[nodiscard]] DistributedProduct::Parts begin_planning(
    Communicator& communicator, Context& context, Claims claims,
    const std::vector<DistributedLayout>& operands, const DistributedOptions& options);

}  // namespace ttgt
