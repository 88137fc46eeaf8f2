// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/direct/gett/kernels/gett_walk.cuh"
#include "contraction/cuda/direct/gett/kernels/warp_tile.cuh"

// Tiles whose outputs several warps compute, each from its part of a slice's inner positions
// (GettTile::sum_warps).

namespace ttgt::cuda {

/// Which part of a block's tile a warp computes, and from which part of each slice.
template <class Tile>
class WarpPlace {
public:
    /// Number of inner positions of a slice that one warp multiplies.
    static constexpr int inner = Tile::inner / Tile::sum_warps;
    /// Number of warps that compute different outputs.
    static constexpr int output_warps = Tile::threads / 32 / Tile::sum_warps;

    /// The row (free) and the column (other) of the tile where the warp's outputs begin.
    [[nodiscard]] __device__ TilePosition first() const {
        constexpr int along_rows = Tile::rows / Tile::warp_rows;
        return {outputs() % along_rows * Tile::warp_rows,
                outputs() / along_rows * Tile::warp_columns};
    }
    /// Number of the warp among those with different outputs.
    [[nodiscard]] __device__ int outputs() const {
        return Tile::sum_warps > 1 ? warp_ % output_warps : warp_;
    }
    /// Number of the warp among those with the same outputs.
    [[nodiscard]] __device__ int sum_warp() const {
        return Tile::sum_warps > 1 ? warp_ / output_warps : 0;
    }
    /// The first of the slice's inner positions that the warp multiplies.
    [[nodiscard]] __device__ int first_inner() const { return sum_warp() * inner; }
    /// Whether the warp writes the outputs, of which it then has the whole sums (add_sums()).
    [[nodiscard]] __device__ bool writes() const { return sum_warp() == 0; }

private:
    int warp_ = static_cast<int>(threadIdx.x) / 32;
};

/// Adds the sums of all warps with the same outputs; the warp that writes them has the result.
/// All threads of the block take part. The sums pass through `memory`, that of the staged slices,
/// which no warp reads any more; it may be written again afterwards.
template <class Tile, class Warp, class Sum>
__device__ inline void add_sums(Warp& warp, const WarpPlace<Tile>& place, Sum* memory) {
    constexpr int lanes = 32;
    constexpr int each = Warp::rows * Warp::columns * lanes;
    const int lane = lane_id();
    const auto sums_of = [&](int sum_warp) {
        const int number = (sum_warp - 1) * WarpPlace<Tile>::output_warps + place.outputs();
        return memory + number * each + lane;
    };
    if (!place.writes()) {
        Sum* const to = sums_of(place.sum_warp());
#pragma unroll
        for (int i = 0; i < Warp::rows; ++i) {
#pragma unroll
            for (int j = 0; j < Warp::columns; ++j)
                to[(i * Warp::columns + j) * lanes] = warp.value(i, j);
        }
    }
    __syncthreads();
    if (place.writes()) {
#pragma unroll 1
        for (int other = 1; other < Tile::sum_warps; ++other) {
            const Sum* const from = sums_of(other);
#pragma unroll
            for (int i = 0; i < Warp::rows; ++i) {
#pragma unroll
                for (int j = 0; j < Warp::columns; ++j)
                    warp.set(i, j, plus(warp.value(i, j), from[(i * Warp::columns + j) * lanes]));
            }
        }
    }
    __syncthreads();
}

}  // namespace ttgt::cuda
