// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/backend.h"
#include "contraction/cpu/direct_labels.h"

namespace ttgt::cpu {

/// The step as products of packed blocks. Each element of D is summed in one order, whatever the
/// number of threads. May cut the rows' labels.
void run_product(const DirectStep& step, DirectLabels& labels, const Scalars& scalars,
                 const void* a, const void* b, void* d, int threads);

}  // namespace ttgt::cpu
