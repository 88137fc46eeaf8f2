// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/execute/product_loops.h"

namespace ttgt::cpu {

/// Does the loops on CPU threads (0: OpenMP's default) and returns when they are done. Sums in
/// double precision, each element in one order whatever the number of threads.
void run_loops(const ProductLoops& loops, const LoopRun& run, int threads);

}  // namespace ttgt::cpu
