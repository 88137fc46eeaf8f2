// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "transpose/cuda/plan/tiled_policy.h"

namespace ttgt::cuda {

/// The values of the model of mwp_cwp.h that were fitted, to 3800 launches of 197 cases on an H200;
/// docs/algorithms/mwp_cwp.md says how well they predict, and tools/fit fits them again. Departure
/// delays are in sectors (32 bytes) at the rate of a copy.
struct TransposeRates {
    /// Departure delay of a line that is read; it overlaps with what is written.
    double read_line = 1.0;
    /// Departure delay of a sector that is written.
    double written_sector = 1.86;
    /// Departure delay of a line that is written, beside those of its sectors.
    double written_line = 0.28;
    /// Departure delay of a sector that is written in parts, beside written_sector, so that a
    /// partial sector costs about twice as much as a whole one.
    double partial_sector = 1.98;
    /// Cycles of a scheduler for an instruction of a warp.
    double instruction_cycles = 1.96;
    /// Cycles of a multiprocessor for a memory instruction of a warp.
    double request_cycles = 1.39;
    /// Cycles of a multiprocessor for each repetition of a read of shared memory.
    double conflict_cycles = 0.43;
    /// Cycles for an instruction of a warp that no other warp hides.
    double alone_cycles = 12.5;
    /// The exponent p of the norm that blends the regimes.
    double blend = 4.76;
    /// Median of measured over modelled time of the copy kernel: what the model does not see of it.
    double copy_factor = 0.95;
    /// Median of measured over modelled time of the packed kernel with one tile in a block.
    double packed_factor = 1.04;
    /// Median of measured over modelled time of the packed kernel with several tiles in a block.
    double packed_several_factor = 1.13;
    /// Median of measured over modelled time of each of tiled_policies.
    std::array<double, tiled_policy_count> policy_factors = time_factors();

private:
    static constexpr std::array<double, tiled_policy_count> time_factors() {
        std::array<double, tiled_policy_count> factors = {};
        for (std::size_t i = 0; i < factors.size(); ++i) factors[i] = tiled_policies[i].time_factor;
        return factors;
    }
};
/// The rates by which kernels are chosen.
inline constexpr TransposeRates transpose_rates;

}  // namespace ttgt::cuda
