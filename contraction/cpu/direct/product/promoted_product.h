// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// Computes a Direct step on float16 or bfloat16 in float32. Each element of D is rounded once, or
/// not at all where D is float32. With scratch memory tiles are large, and no more threads work
/// than it has room for. Without it tiles are small and lie on the stack.
void run_promoted(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
                  const void* l, const void* r, void* d, std::byte* scratch, int threads);
/// Bytes of scratch memory for `threads` threads; 0 where small tiles do as well.
[[nodiscard]] std::int64_t promoted_scratch_bytes(const DirectStep& step,
                                                  const DirectLabels& labels, int threads);

}  // namespace ttgt::cpu
