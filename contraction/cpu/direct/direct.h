// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// D = alpha * sum op(L) * op(R) + beta * D. D may be an input where nothing is contracted and the
/// layouts agree. `scratch` is of the step's scratch_bytes, aligned to a cache line; without it
/// blocks are small, on the stacks of the threads, and with it there are no more threads than it
/// was asked for. In either way each element is summed in one order whatever the number of threads.
void run_direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, void* scratch, int threads);
/// The scratch memory with which so many threads do the step best; may be 0. Where that is beyond
/// the limit, the least that it can be without small blocks.
[[nodiscard]] std::int64_t direct_scratch_bytes(
    const DirectStep& step, int threads,
    std::int64_t limit = std::numeric_limits<std::int64_t>::max());

}  // namespace ttgt::cpu
