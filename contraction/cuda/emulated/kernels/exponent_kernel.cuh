// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/emulated/kernels/measure_kernel.cuh"

namespace ttgt::cuda {

/// A row of L or a column of R, which threads of a grid count from 0: L's rows first. None where
/// the side is kept.
struct SurveyedRow {
    std::uint32_t number = 0;
    int side = 0;
    bool exists = false;
};
template <int threads>
__device__ inline SurveyedRow surveyed_row(const ExponentArguments& arguments) {
    const std::uint32_t number = blockIdx.x * threads + threadIdx.x;
    const int side = number < arguments.rows[0] ? 0 : 1;
    return {number, side,
            number < arguments.rows[0] + arguments.rows[1] && arguments.kept[side] == 0};
}

/// Accumulates the parts of the sizes of rows and columns into the first part, and counts them in
/// *choice by what decides on exponents and the number of moduli. One thread for each row or
/// column.
template <int threads>
__global__ void __launch_bounds__(threads)
    survey_kernel(const __grid_constant__ ExponentArguments arguments, RowSize* sizes_l,
                  RowSize* sizes_r, ProductChoice* choice) {
    __shared__ std::uint32_t norms[2][norm_steps];
    __shared__ std::uint32_t flatness[2];
    const int thread = static_cast<int>(threadIdx.x);
    if (thread < 2 * norm_steps) norms[thread / norm_steps][thread % norm_steps] = 0;
    if (thread < 2) flatness[thread] = __float_as_uint(1.0F);
    __syncthreads();
    const auto [number, side, exists] = surveyed_row<threads>(arguments);
    if (exists) {
        RowSize* const sizes = in_item(side == 0 ? sizes_l : sizes_r, arguments.scratch_bytes) +
                               (number - (side == 0 ? 0 : arguments.rows[0]));
        RowSize size = sizes[0];
        for (std::int64_t split = 1; split < arguments.splits[side]; ++split) {
            add_size(size, sizes[split * arguments.rows[side]]);
        }
        sizes[0] = size;
        if (!is_finite_row(size)) {
            atomicMax(&choice->exceptions[side], 1);
        } else if (size.largest != 0 && has_moderate_squares(size)) {
            const double flat = size.magnitudes / sqrt(arguments.inner * size.squares);
            atomicMin(&flatness[side], __float_as_uint(static_cast<float>(flat)));
            const double log_norm = 0.5 * log2(size.squares);
            const double part = log_norm - floor(log_norm);
            const int step = min(static_cast<int>(part * norm_steps), norm_steps - 1);
            atomicAdd(&norms[side][step], 1U);
        }
    }
    __syncthreads();
    if (thread < 2 * norm_steps) {
        const std::uint32_t count = norms[thread / norm_steps][thread % norm_steps];
        if (count > 0) atomicAdd(&choice->norms[0][0] + thread, count);
    }
    if (thread < 2 && arguments.kept[thread] == 0) {
        atomicMin(&choice->flatness[thread], flatness[thread]);
    }
}

/// The first number of moduli that suffices, or else the last, counted from the smallest one; the
/// one that was chosen before where anything is kept.
__device__ inline int chosen_moduli(const ExponentArguments& arguments,
                                    const ProductChoice& choice) {
    if (arguments.kept[0] != 0 || arguments.kept[1] != 0) return choice.moduli;
    const double flatness = static_cast<double>(__uint_as_float(choice.flatness[0])) *
                            static_cast<double>(__uint_as_float(choice.flatness[1]));
    for (int c = 0; c + 1 < moduli_choices; ++c) {
        const double norm = arguments.most_norm[c];
        if (norm >= arguments.least_norm && norm * flatness >= arguments.least_norm_by_flatness) {
            return c;
        }
    }
    return moduli_choices - 1;
}

/// Mean square of errors that rounding the rows of a side causes where these have norms of at most
/// 2^most_log over the extra scale, of which each falls short by up to a factor of 2.
__device__ inline float scale_cost(const ProductChoice& choice, int side, int eighths,
                                   double most_log) {
    const double log_limit = most_log - log2(static_cast<double>(eighths) / scale_eighths);
    float cost = 0;
    for (int step = 0; step < norm_steps; ++step) {
        const double above = log_limit - static_cast<double>(step + 1) / norm_steps;
        const auto shortfall = static_cast<float>(above - floor(above)) + 1.0F / norm_steps;
        cost += static_cast<float>(choice.norms[side][step]) *
                exp2f(2 * (shortfall < 1 ? shortfall : 1.0F));
    }
    return cost;
}

/// Turns sizes of the rows of L and the columns of R into exponents: those of L first. Each block
/// computes the number of moduli and the extra scales, which block 0 writes to *choice. One thread
/// for each row or column.
template <int threads>
__global__ void __launch_bounds__(threads)
    exponent_kernel(const __grid_constant__ ExponentArguments arguments, const RowSize* sizes_l,
                    const RowSize* sizes_r, std::int32_t* exponents, ProductChoice* choice) {
    __shared__ float costs[2][scale_eighths];
    const int thread = static_cast<int>(threadIdx.x);
    const int chosen = chosen_moduli(arguments, *choice);
    const double norm = arguments.most_norm[chosen];
    if (thread < 2 * scale_eighths) {
        const int of_side = thread / scale_eighths;
        const int more = thread % scale_eighths;
        costs[of_side][more] = scale_cost(*choice, of_side, scale_eighths + more, log2(norm));
    }
    __syncthreads();
    int more[2] = {0, 0};
    if (arguments.scales != 0) {
        for (int side = 0; side < 2; ++side) {
            for (int each = 1; each < scale_eighths; ++each) {
                if (costs[side][each] < costs[side][more[side]]) more[side] = each;
            }
        }
    }
    if (blockIdx.x == 0 && blockIdx.y == 0 && thread < 2 && arguments.kept[thread] == 0) {
        choice->moduli = chosen;
        choice->eighths[thread] = scale_eighths + more[thread];
    }
    const auto [number, side, exists] = surveyed_row<threads>(arguments);
    if (!exists) return;
    const double limit = norm * scale_eighths / (scale_eighths + more[side]);
    const RowSize* const sizes = in_item(side == 0 ? sizes_l : sizes_r, arguments.scratch_bytes);
    in_item(exponents, arguments.scratch_bytes)[number] = row_exponent(
        sizes[number - (side == 0 ? 0 : arguments.rows[0])], arguments.inner, limit * limit);
}

}  // namespace ttgt::cuda
