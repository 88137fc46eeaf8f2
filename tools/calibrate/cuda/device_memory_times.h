// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstdint>

#include "src/context/cuda/architecture.h"

namespace ttgt::tool {

/// Of the context's CUDA device: bandwidth by a ramp of copies, latency by a chase of pointers
/// beyond the caches, and the time of an empty kernel; medians of several calls timed by events.
/// Less than a second, at most 2.5 GB of memory. Throws DeviceError, OutOfMemory, Interrupted.
[[nodiscard]] cuda::MemoryTimes measure_memory_times(const Context& context);

/// Microseconds of a read whose address the one before it gave, by one thread that goes round
/// `bytes` of device memory: a power of two, 512 at least. Throws as measure_memory_times() does.
[[nodiscard]] double measure_latency_us(const Context& context, std::int64_t bytes);

}  // namespace ttgt::tool
