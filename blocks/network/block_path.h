// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/path.h>

#include <vector>

#include "blocks/network/block_sum.h"
#include "network/path/path_cost.h"

namespace ttgt::blocks {

/// Throws as network::check_path_options(), and Unsupported for what tensors of blocks do not have:
/// the searches by trials, most_elements, same and kept inputs.
void check_block_path_options(const PathOptions& options);

/// The path of each product of the sum, as the options say: the caller's, or the one of least cost.
/// Operations and elements are counted from the blocks that there are. Throws as
/// network::find_path().
[[nodiscard]] std::vector<network::Path> find_block_paths(const BlockSum& sum,
                                                          const network::PathCosts& costs,
                                                          const PathOptions& options);

}  // namespace ttgt::blocks
