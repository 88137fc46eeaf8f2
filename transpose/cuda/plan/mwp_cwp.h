// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "src/context/cuda/architecture.h"
#include "transpose/cuda/plan/launch.h"
#include "transpose/cuda/plan/traffic.h"
#include "transpose/cuda/plan/transpose_rates.h"

namespace ttgt::cuda {

/// Predicted microseconds of a launch, and what bounds it.
struct PredictedTime {
    /// Microseconds of memory, whose requests leave one departure delay after the other.
    double memory_us = 0;
    /// Microseconds to issue all instructions.
    double issue_us = 0;
    /// Microseconds of the wavefronts of shared memory.
    double shared_us = 0;
    /// Microseconds of the blocks in turn, as many at a time as are resident.
    double latency_us = 0;
    /// Microseconds of the launch, the time of launching included.
    double total_us = 0;
    /// Number of blocks that are resident on a multiprocessor at a time.
    int resident_blocks = 1;
};

/// The MWP-CWP model of the cuTT paper (Eq. 10-13, after Hong and Kim), with the bounds of present
/// GPUs.
///
/// The paper takes the larger of two regimes: memory warp parallelism bound (MWP <= CWP: departure
/// delays accumulate) and computation bound (MWP > CWP: instructions accumulate), each with one
/// latency that nothing hides. Here the regimes are blended, t = (sum of t_i^p)^(1/p), because near
/// their crossing both cost. Two more bounds are blended in: the wavefronts of shared memory, and
/// the latency of blocks that wait for room. tools/fit varies the rates.
[[nodiscard]] PredictedTime predict_time(const Launch& launch, const Traffic& traffic,
                                         const Architecture& gpu,
                                         const TransposeRates& rates = transpose_rates);

/// Whether a multiprocessor should hold fewer blocks than fit, so that more is left to its L1
/// cache.
[[nodiscard]] bool should_spare_l1(const Launch& launch, const Architecture& gpu);

/// Microseconds that a launch of packed tiles which move these sectors and lines takes at least:
/// it waits for nothing but memory.
[[nodiscard]] double least_packed_us(const Traffic& moved, const Architecture& gpu);
/// Microseconds that no packed tile can beat: it moves whole lines on both sides, and waits for
/// nothing else. `bytes` are those of the tensor.
[[nodiscard]] double least_packed_us(std::int64_t bytes, const Architecture& gpu);

}  // namespace ttgt::cuda
