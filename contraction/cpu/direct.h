// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/backend.h"

namespace ttgt::cpu {

/// D = alpha * sum op(L) * op(R) + beta * D, one output element after the other. Needs no
/// workspace; D may be an input where nothing is summed and the layouts agree. Each element is
/// summed in one order whatever the number of threads.
void run_direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, int threads);

}  // namespace ttgt::cpu
