// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/mwp_cwp.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "transpose/cuda/plan/tiled_policy.h"

namespace ttgt::cuda {
namespace {

// The constants below were fitted to 3800 launches of 197 cases on an H200
// (docs/algorithms/mwp_cwp.md). Departure delays are in bytes at the rate of a copy.
//
// delay_of_read_line: the delay of a line that is read; it overlaps with what is written.
constexpr double delay_of_read_line = 1.0 * 32;
/// Departure delay of a sector that is written, in bytes.
constexpr double delay_of_written_sector = 1.86 * 32;
/// Departure delay of a line that is written, beside those of its sectors, in bytes.
constexpr double delay_of_written_line = 0.28 * 32;
/// Departure delay of a sector that is written in parts, in bytes. It is added to
/// delay_of_written_sector, so that a partial sector costs about twice as much as a whole one.
constexpr double delay_of_partial_sector = 1.98 * 32;
/// Cycles of a scheduler for an instruction of a warp.
constexpr double cycles_per_instruction = 1.96;
/// Cycles of a multiprocessor for a memory instruction of a warp.
constexpr double cycles_per_request = 1.39;
/// Cycles of a multiprocessor for each repetition of a read of shared memory.
constexpr double cycles_per_conflict = 0.43;
/// Cycles for an instruction of a warp that no other warp hides.
constexpr double cycles_alone = 12.5;
/// The exponent p of the norm that blends the regimes.
constexpr double blend = 4.76;
/// Warp schedulers of a multiprocessor.
constexpr int schedulers = 4;
/// Number of threads of a warp.
constexpr int warp_lanes = 32;

/// Median of measured over modelled time of the copy kernel: what the model does not see of it.
constexpr double copy_factor = 0.95;
/// Median of measured over modelled time of the packed kernel with one tile in a block.
constexpr double packed_factor = 1.04;
/// Median of measured over modelled time of the packed kernel with several tiles in a block.
constexpr double packed_several_factor = 1.13;

/// Median of measured over modelled time of the launch's kernel.
double kernel_factor(const Launch& launch) {
    if (std::holds_alternative<CopyArguments>(launch.arguments)) return copy_factor;
    if (const auto* packed = std::get_if<PackedArguments>(&launch.arguments)) {
        return packed->tiles_per_block > 1 ? packed_several_factor : packed_factor;
    }
    return tiled_policies[launch.policy].time_factor;
}

/// Number of blocks that are resident on a multiprocessor at a time, if they have `bytes` bytes of
/// shared memory together.
int resident_blocks(const Launch& launch, const Architecture& gpu, std::int64_t bytes) {
    // Static shared memory of a kernel, about.
    constexpr int static_bytes = 64;
    const std::int64_t by_memory =
        bytes / (launch.shared_bytes + static_bytes + reserved_shared_bytes);
    const std::int64_t resident =
        std::min({by_memory, std::int64_t{gpu.threads / launch.threads}, std::int64_t{gpu.blocks}});
    return static_cast<int>(std::max<std::int64_t>(resident, 1));
}

/// Number of blocks that are resident on a multiprocessor at a time.
int resident_blocks(const Launch& launch, const Architecture& gpu) {
    return resident_blocks(launch, gpu,
                           gpu.shared_bytes - (launch.spares_l1 ? spared_shared_bytes : 0));
}

/// Microseconds of memory: the departure delays of all lines and sectors.
double memory_us(const Traffic& traffic, const Architecture& gpu) {
    return (delay_of_read_line * traffic.read_lines +
            delay_of_written_sector * traffic.written_sectors +
            delay_of_written_line * traffic.written_lines +
            delay_of_partial_sector * traffic.partial_sectors) /
           gpu.bytes_per_us;
}

}  // namespace

bool should_spare_l1(const Launch& launch, const Architecture& gpu) {
    // With fewer blocks left than this, the block that is given up would be missed more than L1
    // gains.
    constexpr int fewest_blocks = 3;
    const int left = resident_blocks(launch, gpu, gpu.shared_bytes - spared_shared_bytes);
    return left >= fewest_blocks && left < resident_blocks(launch, gpu, gpu.shared_bytes);
}

PredictedTime predict_time(const Launch& launch, const Traffic& traffic, const Architecture& gpu) {
    PredictedTime time;
    time.resident_blocks = resident_blocks(launch, gpu);
    const double cycles = gpu.multiprocessors * gpu.cycles_per_us;
    time.memory_us = memory_us(traffic, gpu);
    time.issue_us = cycles_per_instruction * traffic.work.instructions / (schedulers * cycles);
    time.shared_us = (cycles_per_request + cycles_per_conflict * (traffic.work.conflicts - 1)) *
                     traffic.work.requests / cycles;
    const int warps = launch.threads / warp_lanes;
    const double alone_us = gpu.block_latency_us * traffic.work.waits +
                            cycles_alone * traffic.work.instructions / warps / gpu.cycles_per_us;
    time.latency_us = alone_us / (gpu.multiprocessors * time.resident_blocks);
    const double blended =
        std::pow(std::pow(time.memory_us, blend) + std::pow(time.issue_us, blend) +
                     std::pow(time.shared_us, blend) + std::pow(time.latency_us, blend),
                 1 / blend);
    time.total_us = kernel_factor(launch) * blended + gpu.launch_us;
    return time;
}

double least_packed_us(std::int64_t bytes, const Architecture& gpu) {
    Traffic least;
    least.read_lines = least.written_lines =
        static_cast<double>(bytes) / static_cast<double>(line_bytes);
    least.written_sectors = static_cast<double>(bytes) / static_cast<double>(sector_bytes);
    return packed_factor * memory_us(least, gpu) + gpu.launch_us;
}

}  // namespace ttgt::cuda
