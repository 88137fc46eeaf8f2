// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/plan/network_plan.h"

namespace ttgt::network {

/// Puts terms that are one tensor, which lies as the output does, before the products that are
/// added to them: D = L*R and D += C become D = C and D += L*R.
[[nodiscard]] Program with_addends_first(Program program);

/// Where a step copies a tensor to an output and the next step into it adds a product by a kernel
/// that reads its addend in any place, the copy is left out: the product's step reads the tensor.
/// Only operands are read so: places of temporaries have been chosen. The block has no loops.
void leave_out_copies(Block& block);

}  // namespace ttgt::network
