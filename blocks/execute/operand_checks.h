// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_tensor.h>
#include <ttgt/device.h>

#include <span>

#include "blocks/problem/block_problem.h"

namespace ttgt::blocks {

/// Checks the operands of a run against its plan, as BlockContractionPlan::run() documents: their
/// number, memory space, dtypes, blocks and addresses, and that no block of D overlaps another one
/// or an input.
void check_operands(const BlockProblem& problem, const Device& device, const BlockTensorView& d,
                    std::span<const ConstBlockTensorView> inputs);

/// Throws AliasedOutput where two elements of one block of D have the same address.
void check_strides(const BlockProblem& problem);

}  // namespace ttgt::blocks
