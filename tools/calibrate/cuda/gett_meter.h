// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include "tools/fit/gett_trials.h"

namespace ttgt::tool {

/// Times the launches of trials on the context's CUDA device, by turns so that all see the card in
/// the same state: the median of `turns` calls after one that warms up. Every result is compared on
/// the device with that of transpose-GEMM-transpose, which is timed as well. Keeps up to 3 GB of
/// memory for the inputs; a trial's D is there twice. The function throws DeviceError, OutOfMemory
/// and Interrupted; InvalidArgument, naming the case, where its inputs are beyond that memory.
[[nodiscard]] MeasureGetts gett_meter(const Context& context, int turns);

}  // namespace ttgt::tool
