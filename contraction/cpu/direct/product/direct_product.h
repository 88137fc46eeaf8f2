// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// Computes a step as products of packed blocks. With scratch memory blocks are large, and no more
/// threads work than it has room for; it has to have room for one thread at least. Without it
/// blocks are small and lie on the stack. Each element of D is summed in one order, whatever the
/// number of threads. May cut the labels of the rows.
void run_product(const DirectStep& step, DirectLabels& labels, const Scalars& scalars,
                 const void* a, const void* b, void* d, std::byte* scratch, int threads);
/// Bytes of scratch memory for `threads` threads; 0 where small blocks do as well. Where that is
/// more than `limit`, there is less room for partial sums.
[[nodiscard]] std::int64_t product_scratch_bytes(const DirectStep& step, const DirectLabels& labels,
                                                 int threads, std::int64_t limit);

}  // namespace ttgt::cpu
