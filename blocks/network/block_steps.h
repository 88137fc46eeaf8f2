// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_contraction.h>

#include <cstddef>
#include <vector>

#include "blocks/network/block_sum.h"
#include "network/path/network.h"

namespace ttgt::blocks {

/// A contraction of one or two tensors.
struct BlockStep {
    Expression expression;
    std::vector<std::size_t> inputs;  ///< indices into BlockSteps::tensors
    std::size_t output = 0;
    bool begins_d = false;  ///< the first step that writes D: it applies beta
};

/// What a sum is computed by, one step after the other.
struct BlockSteps {
    /// D, the factors from left to right, then temporaries: packed, the modes of the left factor
    /// first, of all blocks that the step's products reach.
    std::vector<BlockOperand> tensors;
    std::vector<BlockStep> steps;
};

/// The steps along these paths, one of each product. Temporaries are called "_1", "_2", and so on.
/// Throws SizeOverflow where a temporary's elements exceed 64-bit integers.
[[nodiscard]] BlockSteps steps_along(const BlockSum& sum, const std::vector<network::Path>& paths);

}  // namespace ttgt::blocks
