// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/direct/gett/kernels/warp_tile.cuh"

// Tiles of a warp on the float64 tensor cores.

namespace ttgt::cuda {

template <int tile_rows, int tile_columns>
struct WarpTile<double, ComputeType::full, tile_rows, tile_columns>
    : TensorCoreLayout<tile_rows, tile_columns> {
    using Layout = TensorCoreLayout<tile_rows, tile_columns>;
    using Layout::columns;
    using Layout::rows;
    /// Inner positions that one fragment has.
    static constexpr int inner_step = 4;

    /// A lane's elements of a (two rows for each product of tensor cores) and of b (one column
    /// each).
    struct Fragment {
        double a[rows / 2][2];
        double b[columns / 2];
    };
    double sum[rows / 2][columns / 2][4] = {};

    __device__ double value(int i, int j) const { return sum[i / 2][j / 2][i % 2 * 2 + j % 2]; }
    __device__ void set(int i, int j, double to) { sum[i / 2][j / 2][i % 2 * 2 + j % 2] = to; }

    __device__ static void load(Fragment& to, const double* a, StageSteps a_steps, const double* b,
                                StageSteps b_steps) {
        a += lane_id() / 4 * a_steps.free + lane_id() % 4 * a_steps.inner;
        b += lane_id() / 4 * b_steps.free + lane_id() % 4 * b_steps.inner;
#pragma unroll
        for (int i = 0; i < rows; ++i) to.a[i / 2][i % 2] = a[i * 8 * a_steps.free];
#pragma unroll
        for (int j = 0; j < columns / 2; ++j) to.b[j] = b[j * 8 * b_steps.free];
    }

    __device__ void add(const Fragment& from, bool) {
#pragma unroll
        for (int i = 0; i < rows / 2; ++i) {
#pragma unroll
            for (int j = 0; j < columns / 2; ++j) {
                multiply_add_16_8_4(sum[i][j], from.a[i], from.b[j]);
            }
        }
    }
};

/// complex128 on the float64 tensor cores: a complex product is four real ones.
template <int tile_rows, int tile_columns>
struct WarpTile<Complex<double>, ComputeType::full, tile_rows, tile_columns>
    : TensorCoreLayout<tile_rows, tile_columns> {
    using Layout = TensorCoreLayout<tile_rows, tile_columns>;
    using Layout::columns;
    using Layout::rows;
    /// Inner positions that one fragment has.
    static constexpr int inner_step = 4;
    static constexpr int column_run = 1;

    /// A lane's elements of a and b, real and imaginary parts apart.
    struct Fragment {
        double a_real[rows / 2][2];
        double a_imag[rows / 2][2];
        double b_real[columns / 2];
        double b_imag[columns / 2];
    };
    double real[rows / 2][columns / 2][4] = {};
    double imag[rows / 2][columns / 2][4] = {};

    __device__ Complex<double> value(int i, int j) const {
        const int part = i % 2 * 2 + j % 2;
        return {real[i / 2][j / 2][part], imag[i / 2][j / 2][part]};
    }

    __device__ void set(int i, int j, const Complex<double>& to) {
        const int part = i % 2 * 2 + j % 2;
        real[i / 2][j / 2][part] = to.real;
        imag[i / 2][j / 2][part] = to.imag;
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

    __device__ void add(Fragment& from, bool conjugate_a) {
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

}  // namespace ttgt::cuda
