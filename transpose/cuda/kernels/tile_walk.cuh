// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "transpose/cuda/plan/kernel_arguments.h"

namespace ttgt::cuda {

/// n / by.value, exactly for n below 2^31.
__device__ inline std::uint32_t quotient(std::uint32_t n, const Divisor& by) {
    return (__umulhi(n, by.magic) + n) >> by.shift;
}

/// Offset in the other array, in elements, of position `flat` along a run of merged modes (Eq. 2 of
/// the cuTT paper).
__device__ inline std::int64_t cross_offset(const FlatRun& run, std::uint32_t flat) {
    std::int64_t offset = 0;
    for (int m = 0; m < run.modes; ++m) {
        const std::uint32_t above = quotient(flat, run.mode[m].extent);
        offset += (flat - above * run.mode[m].extent.value) * run.mode[m].cross_stride;
        flat = above;
    }
    return offset;
}

/// Number of the block of the run that tile number `tile` takes.
__device__ inline int block_of(const FlatRun& run, std::uint32_t tile) {
    const std::uint32_t above = quotient(tile, run.below);
    return static_cast<int>(above - quotient(above, run.blocks) * run.blocks.value);
}

/// Where a tile lies in the input and in the output.
struct TilePlace {
    /// Elements from the input's pointer to the tile.
    std::int64_t in;
    /// Elements from the output's pointer to the tile.
    std::int64_t out;
    /// Bit c is set where the tile has partial block c, the last, shorter block of a split mode.
    std::uint32_t partials;
};

/// Finds where tile number `number` lies in both arrays. A whole warp must call this: each lane
/// takes the loops lane, lane + 32, ... The place is the sum over the loops of ((number / below)
/// mod extent) * stride (Eq. 3 and 4 of the cuTT paper). `partials_at(loop, digit)` returns the
/// bits of TilePlace::partials that are set when a loop has the value `digit`.
template <class PartialsAt>
__device__ inline TilePlace find_tile(const TileLoops& loops, std::uint32_t number,
                                      PartialsAt partials_at) {
    TilePlace place{};
    for (int l = static_cast<int>(threadIdx.x % 32); l < loops.digits; l += 32) {
        const LoopDigit& loop = loops.digit[l];
        const std::uint32_t above = quotient(number, loop.below);
        const std::uint32_t digit = above - quotient(above, loop.extent) * loop.extent.value;
        place.in += digit * loop.in_stride;
        place.out += digit * loop.out_stride;
        place.partials |= partials_at(l, digit);
    }
    for (int step = 16; step > 0; step /= 2) {
        place.in += __shfl_xor_sync(~0U, place.in, step);
        place.out += __shfl_xor_sync(~0U, place.out, step);
    }
    place.partials = __reduce_or_sync(~0U, place.partials);
    return place;
}

/// The first warp finds the place of tile `number`; all threads have `shared` after a barrier.
template <class PartialsAt>
__device__ inline void share_place(const TileLoops& loops, std::uint32_t number, TilePlace& shared,
                                   PartialsAt partials_at) {
    if (threadIdx.x >= 32) return;
    const TilePlace found = find_tile(loops, number, partials_at);
    if (threadIdx.x == 0) shared = found;
}

/// The first warp finds the place of the tile whose number is that of the block; all threads have
/// `shared` after a barrier.
__device__ inline void share_place(const TileLoops& loops, TilePlace& shared) {
    share_place(loops, blockIdx.x, shared, [](int, std::uint32_t) { return 0U; });
}

/// Elements from the last multiple of mask + 1 elements in memory to `address`.
template <class Element>
__device__ inline int misalignment(const Element* address, int mask) {
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(address) / sizeof(Element)) & mask;
}

}  // namespace ttgt::cuda
