// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/kernels/warp_tile.cuh"

namespace ttgt::cuda {

/// A warp's tile on the tensor cores for elements of 16 bits, whose sums are float32.
template <class Half, int tile_rows, int tile_columns>
struct HalfTile : TensorCoreLayout<tile_rows, tile_columns> {
    using Layout = TensorCoreLayout<tile_rows, tile_columns>;
    using Layout::columns;
    using Layout::rows;
    /// Inner positions that one fragment has.
    static constexpr int inner_step = 16;

    /// A lane's elements of a and b, two in each register.
    struct Fragment {
        std::uint32_t a[rows / 2][4];
        std::uint32_t b[columns / 2][2];
    };
    float sum[rows / 2][columns / 2][4] = {};

    __device__ float value(int i, int j) const { return sum[i / 2][j / 2][i % 2 * 2 + j % 2]; }

    __device__ static void load(Fragment& to, const Half* a, StageSteps a_steps, const Half* b,
                                StageSteps b_steps) {
        const int lane = lane_id();
        if (a_steps.inner == 1) {
            load_a<false>(to, a + lane % 16 * a_steps.free + lane / 16 * 8, a_steps.free);
        } else {
            load_a<true>(to, a + (lane % 8 + lane / 16 * 8) * a_steps.inner + lane / 8 % 2 * 8, 1);
        }
        if (b_steps.inner == 1) {
            load_b<false>(to, b + lane % 8 * b_steps.free + lane / 8 % 2 * 8, b_steps.free);
        } else {
            load_b<true>(to, b + lane % 16 * b_steps.inner, 1);
        }
    }

    __device__ void add(const Fragment& from, bool) {
#pragma unroll
        for (int i = 0; i < rows / 2; ++i) {
#pragma unroll
            for (int j = 0; j < columns / 2; ++j) {
                multiply_add_16_8_16<Half>(sum[i][j], from.a[i], from.b[j]);
            }
        }
    }

private:
    /// Reads the fragment of a as matrices of 8 x 8 elements; `row` is the matrix row that the lane
    /// passes, `step` the elements from one row of the tile to the next.
    template <bool along_free>
    __device__ static void load_a(Fragment& to, const Half* row, int step) {
#pragma unroll
        for (int i = 0; i < rows / 2; ++i) load_matrices<along_free>(to.a[i], row + i * 16 * step);
    }
    /// Reads the fragment of b as matrices of 8 x 8 elements; `row` is the matrix row that the lane
    /// passes, `step` the elements from one column of the tile to the next.
    template <bool along_free>
    __device__ static void load_b(Fragment& to, const Half* row, int step) {
#pragma unroll
        for (int j = 0; j < columns / 2; ++j)
            load_matrices<along_free>(to.b[j], row + j * 8 * step);
    }
};

template <int tile_rows, int tile_columns>
struct WarpTile<float16, ComputeType::full, tile_rows, tile_columns>
    : HalfTile<float16, tile_rows, tile_columns> {};
template <int tile_rows, int tile_columns>
struct WarpTile<bfloat16, ComputeType::full, tile_rows, tile_columns>
    : HalfTile<bfloat16, tile_rows, tile_columns> {};

}  // namespace ttgt::cuda
