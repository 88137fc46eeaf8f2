// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/direct/gett/plan/gett_arguments.h"

// The position of a thread on its walk through a tile.

namespace ttgt::cuda {

/// A place in a tile of two groups.
struct TilePosition {
    /// Index in the group that TileWalk::free counts.
    int free;
    /// Index in the group that TileWalk::other counts.
    int other;
};

__device__ inline TilePosition operator+(const TilePosition& a, const TilePosition& b) {
    return {a.free + b.free, a.other + b.other};
}

/// The place that the lowest `bits` bits of `position` stand for, if they are the bits of the walk
/// from number `first` on.
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

/// Keeps a value in a register, which the compiler would else compute anew wherever it is used.
__device__ inline void keep_in_register(int& value) { asm volatile("" : "+r"(value)); }
/// The same for an address of global memory.
template <class T>
__device__ inline void keep_in_register(T*& address) {
    asm volatile("" : "+l"(address));
#ifdef __CUDA_ARCH__
    __builtin_assume(__isGlobal(address));  // else it would be read and written as any memory
#endif
}

/// log2 of n, rounded down; 0 for n = 0.
template <int n>
inline constexpr int log2_of = n > 1 ? 1 + log2_of<n / 2> : 0;
template <>
inline constexpr int log2_of<0> = 0;
/// The smallest power of two that is at least n. Tiles are walked through as if their sides were
/// powers of two.
template <int n>
inline constexpr int side_of = 1 << log2_of<2 * n - 1>;
/// Whether place i of a walk along a side of n is one of the side.
template <int n>
__device__ inline bool in_side(int i) {
    return side_of<n> == n || i < n;
}

}  // namespace ttgt::cuda
