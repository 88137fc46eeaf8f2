// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "src/context/cuda/architecture.h"
#include "transpose/cuda/plan/launch.h"
#include "transpose/cuda/plan/traffic.h"

namespace ttgt::cuda {

/// Microseconds of a launch, and what bounds it.
struct PredictedTime {
    double memory_us = 0;   ///< requests leave one departure delay after the other
    double issue_us = 0;    ///< instructions
    double shared_us = 0;   ///< wavefronts of shared memory
    double latency_us = 0;  ///< blocks in turn, as many at a time as fit
    double total_us = 0;
    int resident_blocks = 1;  ///< on a multiprocessor
};

/// The MWP-CWP model of the cuTT paper (Eq. 10-13, after Hong and Kim), with today's bounds.
///
/// The paper takes the larger of two regimes: memory warp parallelism bound (MWP <= CWP: departure
/// delays add up) and computation bound (MWP > CWP: instructions add up), each with one latency
/// that nothing hides. Here the regimes are blended, t = (sum of t_i^p)^(1/p), because near their
/// crossing both cost; wavefronts of shared memory, and blocks that wait for room, are two more.
[[nodiscard]] PredictedTime predict_time(const Launch& launch, const Traffic& traffic,
                                         const Architecture& gpu);

/// Whether a multiprocessor should hold a block less than fit, for the sake of its L1 cache.
[[nodiscard]] bool should_spare_l1(const Launch& launch, const Architecture& gpu);

/// What no packed tile can beat: whole lines on both sides, and nothing else to wait for.
[[nodiscard]] double least_packed_us(std::int64_t bytes, const Architecture& gpu);

}  // namespace ttgt::cuda
