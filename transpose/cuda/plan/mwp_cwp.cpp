// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/mwp_cwp.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

namespace ttgt::cuda {
namespace {

/// Warp schedulers of a multiprocessor.
constexpr int schedulers = 4;
/// Number of threads of a warp.
constexpr int warp_lanes = 32;

/// Median of measured over modelled time of the launch's kernel.
double kernel_factor(const Launch& launch, const TransposeRates& rates) {
    if (std::holds_alternative<CopyArguments>(launch.arguments)) return rates.copy_factor;
    if (const auto* packed = std::get_if<PackedArguments>(&launch.arguments)) {
        return packed->tiles_per_block > 1 ? rates.packed_several_factor : rates.packed_factor;
    }
    return rates.policy_factors[static_cast<std::size_t>(launch.policy)];
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
double memory_us(const Traffic& traffic, const TransposeRates& rates, const Architecture& gpu) {
    return (rates.read_line * sector_bytes * traffic.read_lines +
            rates.written_sector * sector_bytes * traffic.written_sectors +
            rates.written_line * sector_bytes * traffic.written_lines +
            rates.partial_sector * sector_bytes * traffic.partial_sectors) /
           gpu.bytes_per_us;
}

/// The norm of the four bounds: about the longest of them where the others are much shorter.
double blended_us(const PredictedTime& time, const TransposeRates& rates) {
    const double longest =
        std::max({time.memory_us, time.issue_us, time.shared_us, time.latency_us});
    double sum = 0;
    for (const double us : {time.memory_us, time.issue_us, time.shared_us, time.latency_us}) {
        sum += us == longest ? 1 : std::pow(us / longest, rates.blend);
    }
    return longest * std::pow(sum, 1 / rates.blend);
}

}  // namespace

bool should_spare_l1(const Launch& launch, const Architecture& gpu) {
    // With fewer blocks left than this, the block that is given up would be missed more than L1
    // gains.
    constexpr int fewest_blocks = 3;
    const int left = resident_blocks(launch, gpu, gpu.shared_bytes - spared_shared_bytes);
    return left >= fewest_blocks && left < resident_blocks(launch, gpu, gpu.shared_bytes);
}

PredictedTime predict_time(const Launch& launch, const Traffic& traffic, const Architecture& gpu,
                           const TransposeRates& rates) {
    PredictedTime time;
    time.resident_blocks = resident_blocks(launch, gpu);
    const double cycles = gpu.multiprocessors * gpu.cycles_per_us;
    time.memory_us = memory_us(traffic, rates, gpu);
    time.issue_us = rates.instruction_cycles * traffic.work.instructions / (schedulers * cycles);
    time.shared_us = (rates.request_cycles + rates.conflict_cycles * (traffic.work.conflicts - 1)) *
                     traffic.work.requests / cycles;
    const int warps = launch.threads / warp_lanes;
    const double alone_us =
        gpu.block_latency_us * traffic.work.waits +
        rates.alone_cycles * traffic.work.instructions / warps / gpu.cycles_per_us;
    time.latency_us = alone_us / (gpu.multiprocessors * time.resident_blocks);
    time.total_us = kernel_factor(launch, rates) * blended_us(time, rates) + gpu.launch_us;
    return time;
}

double least_packed_us(const Traffic& moved, const Architecture& gpu) {
    const double factor =
        std::min(transpose_rates.packed_factor, transpose_rates.packed_several_factor);
    return factor * memory_us(moved, transpose_rates, gpu) + gpu.launch_us;
}

double least_packed_us(std::int64_t bytes, const Architecture& gpu) {
    Traffic least;
    least.read_lines = least.written_lines =
        static_cast<double>(bytes) / static_cast<double>(line_bytes);
    least.written_sectors = static_cast<double>(bytes) / static_cast<double>(sector_bytes);
    return least_packed_us(least, gpu);
}

}  // namespace ttgt::cuda
