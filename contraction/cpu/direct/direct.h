// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// Computes D = alpha * sum op(L) * op(R) + beta * D with at most `threads` threads. D may be an
/// input where nothing is contracted and the layouts agree. `scratch` is null, or points to the
/// step's scratch_bytes bytes, aligned to a cache line. Without scratch memory, blocks are small
/// and lie on the threads' stacks; with it, no more threads work than direct_scratch_bytes() was
/// asked for. In either way each element of D is summed in one order, whatever the number of
/// threads.
void run_direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, void* scratch, int threads);
/// Bytes of scratch memory with which `threads` threads do the step best; 0 where scratch memory
/// does not help. Where that is more than `limit`, the least bytes with which blocks need not be
/// small; this may be more than `limit`, too.
[[nodiscard]] std::int64_t direct_scratch_bytes(
    const DirectStep& step, int threads,
    std::int64_t limit = std::numeric_limits<std::int64_t>::max());

}  // namespace ttgt::cpu
