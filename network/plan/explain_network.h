// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "network/plan/network_plan.h"

namespace ttgt::network {

/// Describes a network plan: each step with its expression, the order of its output's modes in
/// memory, operations, bytes and predicted time. Equal plans give equal texts.
[[nodiscard]] std::string explain(const NetworkPlan& plan);

}  // namespace ttgt::network
