// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "network/path/path_cost.h"

namespace ttgt::network {

/// Parts of paths that were searched, by their tensors, extents and steps, whatever their labels
/// are called: a cheaper way to multiply them, or nothing. Of one PathCosts. Networks of many equal
/// tensors have few different parts.
using KnownParts = std::map<std::vector<std::uint64_t>, std::optional<Path>>;

/// Makes a path cheaper: replaces parts of some inputs or products each by the cheapest way to
/// multiply these, until no part becomes cheaper (Gray & Kourtis 2021, "subtree reconfiguration").
[[nodiscard]] Path refine(const Network& network, const PathCosts& costs, Path path,
                          KnownParts& known);

}  // namespace ttgt::network
