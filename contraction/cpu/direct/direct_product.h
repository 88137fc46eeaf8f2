// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// The step as products of packed blocks: in scratch memory, where there is enough for the blocks
/// of one thread at least (of so many threads as it is enough for), else in small ones on the
/// stack. Each element of D is summed in one order, whatever the number of threads. May cut the
/// rows' labels.
void run_product(const DirectStep& step, DirectLabels& labels, const Scalars& scalars,
                 const void* a, const void* b, void* d, std::byte* scratch, int threads);
/// Scratch memory for so many threads; 0 where small blocks do as well. Beyond the limit there is
/// no more for sums than threads can share.
[[nodiscard]] std::int64_t product_scratch_bytes(const DirectStep& step, const DirectLabels& labels,
                                                 int threads, std::int64_t limit);

}  // namespace ttgt::cpu
