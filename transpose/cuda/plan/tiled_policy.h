// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transpose/cuda/plan/kernel_arguments.h"

namespace ttgt::cuda {

/// What is fixed when a tiled or narrow kernel is compiled.
struct TiledPolicy {
    /// Number of threads of a block.
    int threads;
    /// Bytes of the input's run in a tile.
    int in_bytes;
    /// Bytes of the output's run in a tile.
    int out_bytes;
    /// Bytes that a thread writes at a time.
    int store_bytes;
    /// Bytes of the shortest units that the policy suits.
    int least_unit;
    /// Bytes of the longest units that the policy suits.
    int most_unit;
    /// Median of measured over modelled time, for the benchmark sets on an H200.
    double time_factor;
};

/// The policies, among some thirty that were tried, that were the fastest for some shape of the
/// benchmark sets on an H200. Long rows of the input save halo, 16-byte stores save instructions,
/// small tiles serve short runs. least_unit and most_unit leave out units for which a policy was
/// never the fastest.
inline constexpr TiledPolicy tiled_policies[] = {
    {256, 512, 256, 8, 4, 8, 0.935},    {256, 256, 512, 16, 8, 16, 0.966},
    {512, 512, 512, 8, 8, 8, 0.94},     {256, 128, 512, 16, 4, 8, 0.975},
    {256, 256, 256, 16, 4, 4, 0.945},   {512, 256, 512, 8, 4, 4, 0.987},
    {256, 512, 512, 16, 16, 16, 0.96},  {512, 1024, 1024, 16, 16, 16, 1.03},
    {256, 1024, 512, 16, 16, 16, 1.03}, {256, 128, 128, 16, 1, 2, 0.975},
    {256, 128, 256, 16, 1, 2, 0.95},    {256, 128, 512, 16, 1, 2, 0.95},
    {256, 256, 128, 16, 1, 2, 0.823},   {512, 256, 256, 16, 1, 2, 0.98},
};
inline constexpr int tiled_policy_count = sizeof(tiled_policies) / sizeof(TiledPolicy);

/// Whether a policy suits units of this size.
constexpr bool suits(const TiledPolicy& policy, long unit_bytes) {
    return policy.least_unit <= unit_bytes && unit_bytes <= policy.most_unit;
}

/// Number of units that a thread loads at once where the input allows it.
constexpr int load_vector(long unit_bytes) { return unit_bytes == 4 ? 2 : 1; }

/// Number of units that a thread stores at once.
constexpr int store_vector(int store_bytes, long unit_bytes) {
    return store_bytes > unit_bytes ? static_cast<int>(store_bytes / unit_bytes) : 1;
}

/// Number of threads that together store a line of a column.
constexpr int store_lanes(int store_bytes, long unit_bytes) {
    return static_cast<int>(line_bytes / (store_vector(store_bytes, unit_bytes) * unit_bytes));
}

}  // namespace ttgt::cuda
