// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include "contraction/execute/product_loops.h"

namespace ttgt::cuda {

/// Enqueues the loops on a stream of the device. Sums in double precision. Throws DeviceError.
void enqueue_loops(const ProductLoops& loops, const LoopRun& run, int device, Stream stream);

}  // namespace ttgt::cuda
