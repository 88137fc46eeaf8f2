// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>

#include "contraction/cuda/direct/arithmetic.cuh"
#ifdef __CUDACC__
#include "contraction/cuda/direct/gett/tensor_cores.cuh"
#endif  // else the emulation that tests have

// What one warp of a GETT kernel does: it reads fragments of the staged inputs and adds their
// products to its tile of D. Rows and columns are those of the warp's tile.

namespace ttgt::cuda {

/// Where an input is staged: elements from one row (column) to the next, and from one inner
/// position to the next.
struct StageSteps {
    int free;
    int inner;
};

__device__ inline int lane_id() { return static_cast<int>(threadIdx.x) % 32; }

/// The tile of a warp on the float64 tensor cores.
template <class T, int tile_rows, int tile_columns>
struct WarpTile;

template <int tile_rows, int tile_columns>
struct WarpTile<double, tile_rows, tile_columns> {
    static constexpr int inner_step = 4;
    static constexpr int rows = tile_rows / 8;  ///< of a lane
    static constexpr int columns = tile_columns / 4;
    static constexpr int row_run = 1;  ///< that stand side by side
    static constexpr int column_run = 2;

    struct Fragment {
        double a[rows / 2][2];
        double b[columns / 2];
    };
    double sum[rows / 2][columns / 2][4] = {};

    __device__ static int row(int i) { return i * 8 + lane_id() / 4; }
    __device__ static int column(int j) { return j / 2 * 8 + lane_id() % 4 * 2 + j % 2; }
    __device__ double value(int i, int j) const { return sum[i / 2][j / 2][i % 2 * 2 + j % 2]; }

    __device__ static void load(Fragment& to, const double* a, StageSteps a_steps, const double* b,
                                StageSteps b_steps) {
        a += lane_id() / 4 * a_steps.free + lane_id() % 4 * a_steps.inner;
        b += lane_id() / 4 * b_steps.free + lane_id() % 4 * b_steps.inner;
#pragma unroll
        for (int i = 0; i < rows; ++i) to.a[i / 2][i % 2] = a[i * 8 * a_steps.free];
#pragma unroll
        for (int j = 0; j < columns / 2; ++j) to.b[j] = b[j * 8 * b_steps.free];
    }

    __device__ void add(const Fragment& from, bool, bool) {
#pragma unroll
        for (int i = 0; i < rows / 2; ++i) {
#pragma unroll
            for (int j = 0; j < columns / 2; ++j) {
                multiply_add_16_8_4(sum[i][j], from.a[i], from.b[j]);
            }
        }
    }
};

/// Complex products as four real ones.
template <int tile_rows, int tile_columns>
struct WarpTile<Complex<double>, tile_rows, tile_columns> {
    static constexpr int inner_step = 4;
    static constexpr int rows = tile_rows / 8;
    static constexpr int columns = tile_columns / 4;
    static constexpr int row_run = 1;
    static constexpr int column_run = 1;

    struct Fragment {
        double a_real[rows / 2][2];
        double a_imag[rows / 2][2];
        double b_real[columns / 2];
        double b_imag[columns / 2];
    };
    double real[rows / 2][columns / 2][4] = {};
    double imag[rows / 2][columns / 2][4] = {};

    __device__ static int row(int i) { return i * 8 + lane_id() / 4; }
    __device__ static int column(int j) { return j / 2 * 8 + lane_id() % 4 * 2 + j % 2; }
    __device__ Complex<double> value(int i, int j) const {
        const int part = i % 2 * 2 + j % 2;
        return {real[i / 2][j / 2][part], imag[i / 2][j / 2][part]};
    }

    __device__ static void load(Fragment& to, const Complex<double>* a, StageSteps a_steps,
                                const Complex<double>* b, StageSteps b_steps) {
        a += lane_id() / 4 * a_steps.free + lane_id() % 4 * a_steps.inner;
        b += lane_id() / 4 * b_steps.free + lane_id() % 4 * b_steps.inner;
#pragma unroll
        for (int i = 0; i < rows; ++i) {
            const Complex<double> element = a[i * 8 * a_steps.free];
            to.a_real[i / 2][i % 2] = element.real;
            to.a_imag[i / 2][i % 2] = element.imag;
        }
#pragma unroll
        for (int j = 0; j < columns / 2; ++j) {
            const Complex<double> element = b[j * 8 * b_steps.free];
            to.b_real[j] = element.real;
            to.b_imag[j] = element.imag;
        }
    }

    __device__ void add(Fragment& from, bool conjugate_a, bool conjugate_b) {
#pragma unroll
        for (int j = 0; j < columns / 2; ++j) {
            if (conjugate_b) from.b_imag[j] = -from.b_imag[j];
        }
#pragma unroll
        for (int i = 0; i < rows / 2; ++i) {
            double minus_imag[2];
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                if (conjugate_a) from.a_imag[i][half] = -from.a_imag[i][half];
                minus_imag[half] = -from.a_imag[i][half];
            }
#pragma unroll
            for (int j = 0; j < columns / 2; ++j) {
                multiply_add_16_8_4(real[i][j], from.a_real[i], from.b_real[j]);
                multiply_add_16_8_4(imag[i][j], from.a_real[i], from.b_imag[j]);
                multiply_add_16_8_4(real[i][j], minus_imag, from.b_imag[j]);
                multiply_add_16_8_4(imag[i][j], from.a_imag[i], from.b_real[j]);
            }
        }
    }
};

/// The tile of a warp on the cores for one product at a time, in full precision: 8 lanes along
/// rows, 4 along columns. Rows and columns are contiguous where they are staged.
template <class T, int tile_rows, int tile_columns>
struct LaneTile {
    static constexpr int inner_step = 1;
    static constexpr int rows = tile_rows / 8;
    static constexpr int columns = tile_columns / 4;
    static constexpr int widest = 16 / static_cast<int>(sizeof(T));
    static constexpr int row_run = std::gcd(rows, widest);
    static constexpr int column_run = std::gcd(columns, widest);

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

    __device__ void add(Fragment& from, bool conjugate_a, bool conjugate_b) {
        if constexpr (ElementTraits<T>::is_complex) {
#pragma unroll
            for (int i = 0; i < rows; ++i) {
                if (conjugate_a) from.a[i].imag = -from.a[i].imag;
            }
#pragma unroll
            for (int j = 0; j < columns; ++j) {
                if (conjugate_b) from.b[j].imag = -from.b[j].imag;
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
struct WarpTile<float, tile_rows, tile_columns> : LaneTile<float, tile_rows, tile_columns> {};
template <int tile_rows, int tile_columns>
struct WarpTile<Complex<float>, tile_rows, tile_columns>
    : LaneTile<Complex<float>, tile_rows, tile_columns> {};

}  // namespace ttgt::cuda
