// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <cstdint>
#include <string>
#include <vector>

#include "contraction/expression/expression.h"

namespace ttgt::tool {

/// How each tensor of the expression lies on so many ranks, from `--grid 2x3` (empty: one axis of
/// all ranks) and options `--spread NAME=LABEL:AXIS[:BLOCK],...`. A tensor without one is spread by
/// its largest modes, axis by axis. Throws InvalidArgument.
[[nodiscard]] std::vector<Distribution> parse_distributions(
    const Expression& expression, const std::vector<std::vector<std::int64_t>>& extents,
    const std::string& grid, const std::vector<std::string>& spread, int ranks);

}  // namespace ttgt::tool
