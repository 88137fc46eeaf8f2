// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/path/path_cost.h"

namespace ttgt::network {

/// Makes a path cheaper: replaces parts of some inputs or products each by the cheapest way to
/// multiply these, until no part becomes cheaper (Gray & Kourtis 2021, "subtree reconfiguration").
[[nodiscard]] Path refine(const Network& network, const PathCosts& costs, Path path);

}  // namespace ttgt::network
