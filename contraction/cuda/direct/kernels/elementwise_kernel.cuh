// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/direct_arguments.h"
#include "contraction/cuda/direct/kernels/arithmetic.cuh"

namespace ttgt::cuda {

/// Finishes the elements [0, valid) of `values` with alpha, beta and old D, and writes them to the
/// unit of D at `offset`.
template <class Out, class T, int count, class Offset>
__device__ inline void store_unit(Out* d, Offset offset, const ElementwiseArguments& arguments,
                                  int valid, const Scale<T>& finish, const T (&values)[count]) {
    Out* const to = d + offset;
    if constexpr (count > 1) {
        if (arguments.d_form == Form::packed && valid == count) {
            using Stored = Vector<Out, count>;
            Stored old{};
            if (finish.accumulates()) old = *reinterpret_cast<const Stored*>(to);
            Stored result;
#pragma unroll
            for (int e = 0; e < count; ++e) {
                result.element[e] = narrowed<Out>(finish(values[e], promoted(old.element[e])));
            }
            *reinterpret_cast<Stored*>(to) = result;
            return;
        }
    }
#pragma unroll
    for (int e = 0; e < count; ++e) {
        if (e >= valid) continue;
        T old{};
        if (finish.accumulates()) old = promoted(to[e * arguments.d_step]);
        to[e * arguments.d_step] = narrowed<Out>(finish(values[e], old));
    }
}

/// D = alpha * L * R + beta * D, one product for each element of D, in units of `count` elements
/// along D's fastest mode. A block has direct_threads * units_together consecutive units; its
/// thread t reads and writes the units t, t + direct_threads, ... of them. A thread loads all its
/// units before its first store, and only the thread that writes a unit reads it, so D may be an
/// input. No shared memory.
template <class In, class Out, int count, class Offset>
__global__ void __launch_bounds__(direct_threads)
    elementwise_kernel(const __grid_constant__ ElementwiseArguments arguments, const void* l,
                       const void* r, Out* d, const Scale<ComputeOf<Out>> finish) {
    using T = ComputeOf<Out>;
    constexpr int block = direct_threads * units_together;
    const std::int64_t first =
        static_cast<std::int64_t>(blockIdx.x) * block + static_cast<std::int64_t>(threadIdx.x);
    const auto valid_of = [&](std::int64_t unit) {
        return unit + 1 == arguments.units && arguments.tail != 0 ? arguments.tail : count;
    };
    Offset places[units_together];
    T values[units_together][count] = {};
#pragma unroll
    for (int j = 0; j < units_together; ++j) {
        const std::int64_t unit = first + j * direct_threads;
        if (unit >= arguments.units) continue;
        Offsets<Offset> at{};
        add_offsets(arguments.mode, arguments.modes, arguments.is_wide != 0,
                    static_cast<std::uint64_t>(unit), at);
        places[j] = at.d;
        if (!finish.reads_input()) continue;
        T a[count] = {};
        T b[count] = {};
        load_unit<In>(l, at.l, arguments.l, valid_of(unit), a);
        load_unit<In>(r, at.r, arguments.r, valid_of(unit), b);
#pragma unroll
        for (int e = 0; e < count; ++e) {
            add_product(values[j][e], a[e], b[e], arguments.r.is_real != 0);
            values[j][e] = product_sum(values[j][e], arguments.l, arguments.r);
        }
    }
#pragma unroll
    for (int j = 0; j < units_together; ++j) {
        const std::int64_t unit = first + j * direct_threads;
        if (unit < arguments.units) {
            store_unit(d, places[j], arguments, valid_of(unit), finish, values[j]);
        }
    }
}

}  // namespace ttgt::cuda
