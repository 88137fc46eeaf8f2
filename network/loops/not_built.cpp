// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/not_built.h"

#include "network/loops/product_loops.h"

namespace ttgt::network::cuda {

void enqueue_loops(const ProductLoops&, const LoopRun&, int, Stream) { ttgt::cuda::not_built(); }
double time_loops_ms(const ProductLoops&, const LoopRun&, int, Stream) { ttgt::cuda::not_built(); }

}  // namespace ttgt::network::cuda
