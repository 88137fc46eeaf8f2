// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/direct_arguments.h"
#include "contraction/cuda/direct/kernels/arithmetic.cuh"

namespace ttgt::cuda {

/// Maximum number of turns of a thread (units_together units each) whose products are added one
/// after the other. Longer sums are cut into blocks of this many turns; add_block() adds the
/// blocks' sums and keeps the rounding errors.
inline constexpr int turns_of_block = 64;

/// The sum over j of sums[j][e], added in pairs.
template <class T, int count>
__device__ inline T sum_together(const T (&sums)[units_together][count], int e) {
    return plus(plus(sums[0][e], sums[1][e]), plus(sums[2][e], sums[3][e]));
}

/// One thread's part of a sum: the units first, first + step, ... below `end`. It is computed in
/// units_together * count separate sums; `total` gets the sum of each element of a unit.
/// Long: one part of a kernel whose sums stay in registers.
template <class In, class T, int count>
__device__ inline void sum_units(const SumArguments& arguments, const void* l, const void* r,
                                 const Offsets<std::int64_t>& output, std::int64_t first,
                                 std::int64_t end, std::int64_t step, T (&total)[count]) {
    T sums[units_together][count] = {};
    T totals[count] = {};
    T lost[count] = {};
    int turns = 0;
    for (; first < end; first += units_together * step, ++turns) {
        if (turns == turns_of_block) {
            turns = 0;
#pragma unroll
            for (int e = 0; e < count; ++e) {
                add_block(totals[e], lost[e], sum_together(sums, e));
#pragma unroll
                for (int j = 0; j < units_together; ++j) sums[j][e] = T{};
            }
        }
        T a[units_together][count] = {};
        T b[units_together][count] = {};
#pragma unroll
        for (int j = 0; j < units_together; ++j) {
            const std::int64_t unit = first + j * step;
            if (unit >= end) continue;
            Offsets<std::int64_t> at = output;
            add_offsets(arguments.mode + arguments.output_modes,
                        arguments.modes - arguments.output_modes, arguments.is_wide != 0,
                        static_cast<std::uint64_t>(unit), at);
            const bool is_tail = unit + 1 == arguments.sum_units && arguments.tail != 0;
            const int valid = is_tail ? arguments.tail : count;
            load_unit<In>(l, at.l, arguments.l, valid, a[j]);
            load_unit<In>(r, at.r, arguments.r, valid, b[j]);
            if (!is_tail) continue;
#pragma unroll
            for (int e = 0; e < count; ++e) {
                if (e >= valid) a[j][e] = b[j][e] = T{};
            }
        }
#pragma unroll
        for (int j = 0; j < units_together; ++j) {
#pragma unroll
            for (int e = 0; e < count; ++e) {
                add_product(sums[j][e], a[j][e], b[j][e], arguments.r.is_real != 0);
            }
        }
    }
#pragma unroll
    for (int e = 0; e < count; ++e) {
        add_block(totals[e], lost[e], sum_together(sums, e));
        total[e] = sum_of_blocks(totals[e], lost[e]);
    }
}

/// D = alpha * sum of L * R + beta * D, each output summed by itself. A block has
/// 2^log2_output_lanes units of outputs and one split of their sums; 2^log2_sum_lanes threads share
/// each unit of outputs. A thread reads every 2^log2_sum_lanes-th unit of the split; then the
/// threads of a unit of outputs add their sums in pairs through shared memory, and the first of
/// these threads writes the outputs. Neighbouring threads read neighbours in the larger input.
/// Shared memory: `count` elements for each thread; in each step of the addition neighbouring
/// threads access neighbouring elements, so there are no bank conflicts.
template <class In, class Out, int count>
__global__ void __launch_bounds__(direct_threads)
    sum_kernel(const __grid_constant__ SumArguments arguments, const void* l, const void* r, Out* d,
               const Scale<ComputeOf<Out>> finish) {
    using T = ComputeOf<Out>;
    extern __shared__ uint4 shared_memory[];
    T* const stage = reinterpret_cast<T*>(shared_memory);
    const int t = static_cast<int>(threadIdx.x);
    const int output_lanes = 1 << arguments.log2_output_lanes;
    const int sum_lanes = 1 << arguments.log2_sum_lanes;
    const bool sums_first = arguments.sums_are_fastest != 0;
    const int output_lane = sums_first ? t >> arguments.log2_sum_lanes : t & (output_lanes - 1);
    const int sum_lane = sums_first ? t & (sum_lanes - 1) : t >> arguments.log2_output_lanes;

    const std::uint32_t tile = quotient(blockIdx.x, arguments.splits);
    const std::int64_t split = blockIdx.x - tile * arguments.splits.value;
    const std::int64_t output = static_cast<std::int64_t>(tile) * output_lanes + output_lane;
    const bool is_inside = output < arguments.output_units;
    Offsets<std::int64_t> at{};
    T sums[count] = {};
    if (is_inside) {
        add_offsets(arguments.mode, arguments.output_modes, arguments.is_wide != 0,
                    static_cast<std::uint64_t>(output), at);
        const std::int64_t first = split * arguments.units_per_split;
        const std::int64_t end = first + arguments.units_per_split;
        sum_units<In>(arguments, l, r, at, first + sum_lane,
                      end < arguments.sum_units ? end : arguments.sum_units, sum_lanes, sums);
    }
    if (arguments.units_of_outputs == 0) {
#pragma unroll
        for (int e = 1; e < count; ++e) sums[0] = plus(sums[0], sums[e]);
    }

#pragma unroll
    for (int e = 0; e < count; ++e) stage[e * direct_threads + t] = sums[e];
    const int lane_step = sums_first ? 1 : output_lanes;
    for (int step = sum_lanes / 2; step > 0; step /= 2) {
        __syncthreads();
        if (sum_lane >= step) continue;
#pragma unroll
        for (int e = 0; e < count; ++e) {
            T* const mine = stage + e * direct_threads + t;
            *mine = plus(*mine, mine[step * lane_step]);
        }
    }

    if (!is_inside || sum_lane != 0) return;
    Out* const to = d + (at.d + split * arguments.split_stride);
#pragma unroll
    for (int e = 0; e < count; ++e) {
        if (e > 0 && arguments.units_of_outputs == 0) continue;
        const T sum = product_sum(stage[e * direct_threads + t], arguments.l, arguments.r);
        T old{};
        if (finish.accumulates()) old = promoted(to[e * arguments.d_step]);
        to[e * arguments.d_step] = narrowed<Out>(finish(sum, old));
    }
}

}  // namespace ttgt::cuda
