// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/direct/gett/gett_arguments.h"

// Where threads are on their way through a tile.

namespace ttgt::cuda {

struct TilePosition {
    int free;
    int other;
};

/// The bits of a walk from `first` on that are set in `position`.
template <int first, int bits>
__device__ inline TilePosition walk_bits(const TileWalk& walk, int position) {
    TilePosition at{0, 0};
#pragma unroll
    for (int b = 0; b < bits; ++b) {
        if ((position >> b & 1) == 0) continue;
        at.free += walk.free[first + b];
        at.other += walk.other[first + b];
    }
    return at;
}

template <int n>
inline constexpr int log2_of = n > 1 ? 1 + log2_of<n / 2> : 0;
template <>
inline constexpr int log2_of<0> = 0;
/// Tiles are walked through as if their sides were powers of two.
template <int n>
inline constexpr int side_of = 1 << log2_of<2 * n - 1>;

}  // namespace ttgt::cuda
