// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include "transpose/cuda/architecture.h"

namespace ttgt::tool {

/// Of the context's CUDA device: bandwidth by a ramp of copies, latency by a chase of pointers
/// beyond the caches, and the time of an empty kernel; medians of several calls timed by events.
/// Less than a second, at most 2.5 GB of memory. Throws DeviceError, OutOfMemory, Interrupted.
[[nodiscard]] cuda::MemoryTimes measure_memory_times(const Context& context);

}  // namespace ttgt::tool
