// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>

#include "contraction/cuda/direct/gett/kernels/warp_tile.cuh"

namespace ttgt::cuda {

/// A warp's tile without tensor cores, in full precision, with 8 lanes along the rows and 4 along
/// the columns. Rows of a and columns of b have to be contiguous where they are staged.
template <class T, int tile_rows, int tile_columns>
struct LaneTile {
    /// Number of inner (contracted) positions whose elements a Fragment holds.
    static constexpr int inner_step = 1;
    static constexpr bool sums_parts = false;
    static constexpr bool reads_runs = true;
    static constexpr bool pairs_columns = false;
    static constexpr int rows = tile_rows / 8;
    static constexpr int columns = tile_columns / 4;
    static constexpr int widest = 16 / static_cast<int>(sizeof(T));
    static constexpr int row_run = std::gcd(rows, widest);
    static constexpr int column_run = std::gcd(columns, widest);

    /// A lane's elements of a (its rows) and of b (its columns) at one inner position.
    struct Fragment {
        T a[rows];
        T b[columns];
    };
    T sum[rows][columns] = {};

    __device__ static int row(int i) {
        return i / row_run * (8 * row_run) + lane_id() % 8 * row_run + i % row_run;
    }
    __device__ static int column(int j) {
        return j / column_run * (4 * column_run) + lane_id() / 8 * column_run + j % column_run;
    }
    __device__ T value(int i, int j) const { return sum[i][j]; }
    __device__ void set(int i, int j, const T& to) { sum[i][j] = to; }

    __device__ static void load(Fragment& to, const T* a, StageSteps, const T* b, StageSteps) {
#pragma unroll
        for (int i = 0; i < rows; i += row_run) {
            const auto all = *reinterpret_cast<const Vector<T, row_run>*>(a + row(i));
#pragma unroll
            for (int e = 0; e < row_run; ++e) to.a[i + e] = all.element[e];
        }
#pragma unroll
        for (int j = 0; j < columns; j += column_run) {
            const auto all = *reinterpret_cast<const Vector<T, column_run>*>(b + column(j));
#pragma unroll
            for (int e = 0; e < column_run; ++e) to.b[j + e] = all.element[e];
        }
    }

    __device__ void add(Fragment& from, bool conjugate_a) {
        if constexpr (ElementTraits<T>::is_complex) {
#pragma unroll
            for (int i = 0; i < rows; ++i) {
                if (conjugate_a) from.a[i].imag = -from.a[i].imag;
            }
        }
#pragma unroll
        for (int i = 0; i < rows; ++i) {
#pragma unroll
            for (int j = 0; j < columns; ++j) add_product(sum[i][j], from.a[i], from.b[j], false);
        }
    }
};

template <int tile_rows, int tile_columns>
struct WarpTile<float, ComputeType::full, tile_rows, tile_columns>
    : LaneTile<float, tile_rows, tile_columns> {};
template <int tile_rows, int tile_columns>
struct WarpTile<Complex<float>, ComputeType::full, tile_rows, tile_columns>
    : LaneTile<Complex<float>, tile_rows, tile_columns> {};

}  // namespace ttgt::cuda
