// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "blocks/planned_blocks.h"
#include "blocks/planned_sum.h"
#include "contraction/expression/expression.h"

namespace ttgt {

/// Plans an expression of any number of terms and factors on tensors of blocks, the output first.
/// Throws as plan_contraction() of blocks.
[[nodiscard]] std::unique_ptr<const PlannedBlocks> make_planned(
    const Context& context, Expression expression, const std::vector<BlockOperand>& operands,
    const BlockSumRequest& request);

}  // namespace ttgt
