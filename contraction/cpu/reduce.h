// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// out = alpha * sum conj?(in) + beta * out; the output of a real input may be complex. Sums along
/// one mode pairwise, so that rounding grows with the logarithm of its length.
void run_reduce(const ReduceStep& step, const Scalars& scalars, const void* in, void* out,
                int threads);

}  // namespace ttgt::cpu
