// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transpose/cuda/plan/kernel_arguments.h"

namespace ttgt::cuda {

/// What is fixed when a tiled kernel is compiled, the block of the output that suits it, and the
/// units that it suits.
struct TiledPolicy {
    int threads;
    int in_bytes;        ///< of the input's run in a tile,
    int out_bytes;       ///< and of the output's
    int store_bytes;     ///< one thread writes at a time
    int least_unit;      ///< bytes
    int most_unit;       ///< bytes
    double time_factor;  ///< median of measured over modelled time, H200, benchmark sets
};

/// Those of some thirty that were the fastest for some shape of the benchmark sets on an H200: long
/// rows of the input save halo, 16-byte stores save instructions, small tiles serve short runs. The
/// limits keep away pairs that were never the fastest.
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

constexpr bool suits(const TiledPolicy& policy, long unit_bytes) {
    return policy.least_unit <= unit_bytes && unit_bytes <= policy.most_unit;
}

/// Units that a thread loads at once where the input allows.
constexpr int load_vector(long unit_bytes) { return unit_bytes == 4 ? 2 : 1; }

/// Units that a thread stores at once.
constexpr int store_vector(int store_bytes, long unit_bytes) {
    return store_bytes > unit_bytes ? static_cast<int>(store_bytes / unit_bytes) : 1;
}

/// Threads that together store a line of a column.
constexpr int store_lanes(int store_bytes, long unit_bytes) {
    return static_cast<int>(line_bytes / (store_vector(store_bytes, unit_bytes) * unit_bytes));
}

}  // namespace ttgt::cuda
