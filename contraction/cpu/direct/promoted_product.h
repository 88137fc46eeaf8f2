// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// A Direct step on float16 or bfloat16: computed in float32, each element of D rounded once, or
/// not where D is float32. Tiles are in scratch memory as far as it is enough for threads, else
/// small ones on the stack.
void run_promoted(const DirectStep& step, const DirectLabels& labels, const Scalars& scalars,
                  const void* l, const void* r, void* d, std::byte* scratch, int threads);
/// Scratch memory for so many threads; 0 where small tiles do as well.
[[nodiscard]] std::int64_t promoted_scratch_bytes(const DirectStep& step,
                                                  const DirectLabels& labels, int threads);

}  // namespace ttgt::cpu
