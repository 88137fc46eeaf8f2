// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstdint>
#include <memory>

#include "src/context/cuda/gett_rates.h"
#include "src/runtime/cuda/properties.h"

namespace ttgt::cuda {

/// Bytes of a multiprocessor's shared memory that the system takes for each resident block, in
/// addition to what the kernel asks for.
inline constexpr std::int64_t reserved_shared_bytes = 1024;

/// Bytes of shared memory that a multiprocessor's blocks give up if a launch spares the L1 cache.
/// Shared memory and L1 cache are one memory, so the L1 cache is larger by these bytes then.
inline constexpr std::int64_t spared_shared_bytes = std::int64_t{32} * 1024;
/// Percent of the largest shared memory that a launch which spares the L1 cache asks the driver
/// for. The driver then takes the next smaller size of shared memory.
inline constexpr int spared_percent = 80;

/// What the cost model knows of a GPU.
struct Architecture {
    int multiprocessors = 132;    ///< number of multiprocessors
    double cycles_per_us = 1755;  ///< clock cycles of a multiprocessor in a microsecond
    double bytes_per_us = 4.3e6;  ///< bytes per microsecond of a copy, read plus written
    /// Microseconds from a block's first read until it makes room for the next block, if the block
    /// has the multiprocessor's memory to itself.
    double block_latency_us = 2.4;
    /// Operations, two for a multiplication with its addition, of matrix products of INT8 per
    /// microsecond; 0 where the rate is not known.
    double int8_ops_per_us = 1.4e9;
    double launch_us = 4.7;  ///< microseconds of a kernel that does nothing, its tail included
    /// Whether warpgroups multiply together: by Hopper's instructions, which later GPUs lack.
    bool has_warpgroups = true;
    int threads = 2048;  ///< the most threads that are resident on a multiprocessor
    int blocks = 32;     ///< the most blocks that are resident on a multiprocessor
    /// Bytes of shared memory of a multiprocessor, for all of its resident blocks together.
    std::int64_t shared_bytes = std::int64_t{227} * 1024;
    /// Rates of GETT kernels that were fitted on the GPU; null where all compiled-in ones hold.
    std::shared_ptr<const FittedGettRates> gett = nullptr;
};

/// The architecture of an H200, as measured (benchmarks/results/h200): the default values.
[[nodiscard]] Architecture sm_90();

/// What `ttgt calibrate` measures of a GPU's memory.
struct MemoryTimes {
    double bytes_per_us = 0;  ///< bytes per microsecond of a copy, read plus written
    double latency_us = 0;    ///< microseconds of one read of bytes that no cache holds
    double launch_us = 0;     ///< microseconds of a kernel that does nothing, its tail included
};

/// The architecture of a device, from its driver's properties and the measured times of its memory.
[[nodiscard]] Architecture architecture_of(const DeviceProperties& device,
                                           const MemoryTimes& measured);
/// The architecture of a device, from its driver's properties and the built-in calibration scaled
/// to this device.
[[nodiscard]] Architecture architecture_of(const DeviceProperties& device);
/// The architecture by which a context with these options plans. Precondition: the options name a
/// CUDA device and have a calibration.
[[nodiscard]] Architecture architecture_of(const ContextOptions& options);

}  // namespace ttgt::cuda
