// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_tensor.h>
#include <ttgt/device.h>

#include <span>
#include <string>
#include <vector>

#include "blocks/problem/block_problem.h"

namespace ttgt::blocks {

/// What runs of a plan are checked against.
struct PlannedOperands {
    std::string text;                    ///< the expression in canonical spelling
    std::vector<std::string> titles;     ///< what messages call D and the inputs
    std::vector<BlockOperand> operands;  ///< D and the inputs
    bool beta_is_zero = true;
    Device device;
    bool is_group = false;  ///< whether block i stands for the tensor of problem i
    /// Whether each operand's blocks fill a pool one after the other, each packed in some order of
    /// its modes; empty: not looked for.
    std::vector<bool> fill_pools{};
};

/// Checks the operands of a run against its plan, as BlockContractionPlan::run() documents: their
/// number, memory space, dtypes, blocks and addresses, and that no block of D overlaps another one
/// or an input.
void check_operands(const PlannedOperands& planned, const BlockTensorView& d,
                    std::span<const ConstBlockTensorView> inputs);

/// Sets `fill_pools`, so that runs on such operands take the pool as one range of memory.
void find_filled_pools(PlannedOperands& planned);

/// Throws AliasedOutput where two elements of one block of D have the same address.
void check_strides(const PlannedOperands& planned);

}  // namespace ttgt::blocks
