// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/path.h>

#include "network/path/path_cost.h"
#include "network/program/program.h"

namespace ttgt::network {

/// The program in sums of one product of at most two factors each: products of more are multiplied
/// pair by pair along a path, into temporaries; products that are needed more than once, whatever
/// their labels are called, are computed once, if the options share. Throws as find_path().
[[nodiscard]] Program make_pairwise(const Program& program, const PathCosts& costs,
                                    const PathOptions& options);

}  // namespace ttgt::network
