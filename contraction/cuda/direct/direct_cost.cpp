// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/direct_cost.h"

#include <algorithm>
#include <cstdlib>

#include "src/core/element.h"

namespace ttgt::cuda {
namespace {

/// Share of the instruction rate of the schedulers that the kernels reach. An estimate, as are
/// l2_factor and l2_bytes; the three were checked on an H200 in the rows of nekbone_anchor.tsv and
/// contractions_anchor.tsv.
constexpr double issued_share = 0.6;
/// Inputs of at most this many bytes are taken to stay in L2.
constexpr double l2_bytes = 48.0 * 1024 * 1024;

}  // namespace

double predict_us(const DirectWork& work, std::int64_t blocks, const Architecture& gpu) {
    const double cycles = gpu.multiprocessors * gpu.cycles_per_us;
    const double memory_us = work.memory_bytes / gpu.bytes_per_us;
    const double cache_us = work.cache_bytes / (l2_factor * gpu.bytes_per_us);
    const double gather_us =
        work.gathered_uncached * sector_bytes / gpu.bytes_per_us + work.gathered_cached / cycles;
    const double issue_us = work.instructions / (cycles * schedulers * warp_lanes * issued_share);
    const double rounds =
        std::max(1.0, static_cast<double>(blocks) / (gpu.multiprocessors * work.resident_blocks));
    return std::max({memory_us, cache_us, gather_us, issue_us, rounds * work.blocks_in_turn_us});
}

void count_gathered(const DirectShape& shape, std::size_t operand, const Mode<3>& along,
                    double reads, DirectWork& work) {
    const std::int64_t step = std::abs(along.strides[operand]) * size_bytes(shape.dtypes[operand]);
    if (step < sector_bytes) return;
    if (shape.bytes[operand] <= l1_input_bytes) {
        work.gathered_cached += reads;
    } else {
        work.gathered_uncached += shape.bytes[operand] <= l2_bytes ? reads / l2_factor : reads;
    }
}

}  // namespace ttgt::cuda
