// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "blocks/plan/block_plan.h"

namespace ttgt::blocks {

/// Drops the dense plans that no call has: those of ways that were not chosen.
void keep_used_plans(BlockPlan& plan);

/// Places the workspace of calls behind `gathered_bytes` bytes of gathered tensors: one part for
/// each thread, of which wide calls use all. The addresses of blocks come last, if there are moves.
void place_scratch(BlockPlan& plan, std::int64_t gathered_bytes);

}  // namespace ttgt::blocks
