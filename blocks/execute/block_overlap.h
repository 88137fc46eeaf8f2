// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_tensor.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "blocks/execute/operand_checks.h"

namespace ttgt::blocks {

/// Throws AliasedOutput where two blocks of D overlap, OverlapError where a block of D overlaps one
/// of an input. The views, D's first, have the blocks of the plan.
void check_overlap(const PlannedOperands& planned,
                   const std::vector<const ConstBlockTensorView*>& views);

/// "block (0, 1) of L".
[[nodiscard]] std::string block_title(const PlannedOperands& planned, std::size_t operand,
                                      std::int64_t block);

}  // namespace ttgt::blocks
