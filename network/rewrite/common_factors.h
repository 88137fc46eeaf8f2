// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/path/path_cost.h"
#include "network/program/program.h"

namespace ttgt::network {

/// A*B + A*C becomes A*X with a temporary X = B + C wherever that is cheaper, the largest gain
/// first, and the same within X. Equal sums of this kind, up to their scale, the names of labels
/// and the order of modes, become one temporary.
[[nodiscard]] Program pull_out_common_factors(const Program& program, const PathCosts& costs);

}  // namespace ttgt::network
