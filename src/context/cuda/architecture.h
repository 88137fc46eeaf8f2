// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstdint>
#include <memory>

#include "src/context/cuda/gett_rates.h"
#include "src/runtime/cuda/properties.h"

namespace ttgt::cuda {

/// Of shared memory, taken by the system for a block.
inline constexpr std::int64_t reserved_shared_bytes = 1024;

/// The memory of a multiprocessor that is not for its blocks is its L1 cache. Its blocks can be
/// kept to the next smaller share of it, by asking for so many percent of the largest.
inline constexpr std::int64_t spared_shared_bytes = std::int64_t{32} * 1024;
inline constexpr int spared_percent = 80;

/// What the cost model knows of a GPU.
struct Architecture {
    int multiprocessors = 132;
    double cycles_per_us = 1755;    ///< of a multiprocessor
    double bytes_per_us = 4.3e6;    ///< read plus written by a copy
    double block_latency_us = 2.4;  ///< of a block that has the multiprocessor's memory to itself
    double launch_us = 4.7;         ///< of a kernel that does nothing, its tail included
    int threads = 2048;             ///< resident on a multiprocessor
    int blocks = 32;                ///< resident on a multiprocessor
    std::int64_t shared_bytes =
        std::int64_t{227} * 1024;  ///< of a multiprocessor, for all its blocks
    /// Rates of GETT kernels that were fitted on the GPU; null where all compiled-in ones hold.
    std::shared_ptr<const GettTables> gett = nullptr;
};

/// H200, measured (benchmarks/results/h200): the default.
[[nodiscard]] Architecture sm_90();

/// What `ttgt calibrate` measures of a GPU's memory.
struct MemoryTimes {
    double bytes_per_us = 0;  ///< read plus written by a copy
    double latency_us = 0;    ///< of one read that no cache holds
    double launch_us = 0;     ///< of a kernel that does nothing, its tail included
};

/// That of a device of which these are known.
[[nodiscard]] Architecture architecture_of(const DeviceProperties& device,
                                           const MemoryTimes& measured);
/// That of a device by the built-in calibration, scaled to it.
[[nodiscard]] Architecture architecture_of(const DeviceProperties& device);
/// That by which a context on a CUDA device plans.
[[nodiscard]] Architecture architecture_of(const ContextOptions& options);

}  // namespace ttgt::cuda
