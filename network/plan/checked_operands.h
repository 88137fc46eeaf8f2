// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/plan/network_plan.h"

namespace ttgt::network {

/// Throws as ContractionPlan::run() does, before anything is written: operands that are missing,
/// misaligned or overlap an output, that should be one tensor and are not, or are said to be
/// unchanged but not kept; scalars or a workspace that do not fit the plan.
void check_operands(const NetworkParts& parts, const Operands& operands, const RunOptions& options);

}  // namespace ttgt::network
