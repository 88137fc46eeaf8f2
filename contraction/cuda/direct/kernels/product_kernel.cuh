// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/direct_arguments.h"
#include "contraction/cuda/direct/kernels/arithmetic.cuh"
#include "contraction/cuda/direct/kernels/product_tables.cuh"
#include "contraction/cuda/direct/product_policy.h"

namespace ttgt::cuda {

/// The outputs of one thread: Policy::batch by Policy::rows by Policy::columns values. In each
/// group their numbers are as far apart as the group has threads.
template <class T, class Policy>
struct RegisterTile {
    T value[Policy::batch][Policy::rows][Policy::columns];

    template <class Visit>
    __device__ void for_each(Visit visit) {
#pragma unroll
        for (int x = 0; x < Policy::batch; ++x) {
#pragma unroll
            for (int m = 0; m < Policy::rows; ++m) {
#pragma unroll
                for (int n = 0; n < Policy::columns; ++n) visit(x, m, n, value[x][m][n]);
            }
        }
    }
};

/// The numbers in a group of a thread's outputs: first, first + step, first + 2 * step, ...
struct Strand {
    /// The number that the thread's first output has in the group: among a tile's rows, columns or
    /// batch indices.
    int first;
    /// The difference between the numbers of two successive outputs of the thread.
    int step;
};

/// The strand of thread `t` in a group.
__device__ inline Strand strand(const TileGroup& group, std::uint32_t t) {
    const std::uint32_t above = quotient(t, group.thread_below);
    const std::uint32_t number =
        above - quotient(above, group.thread_extent) * group.thread_extent.value;
    return {static_cast<int>(number), static_cast<int>(group.thread_extent.value)};
}

/// Adds the products of one staged slice of `depth` inner positions to a thread's outputs. The
/// thread reads its rows of stage_l and its columns of stage_r.
template <class T, class Policy>
__device__ inline void add_slice(const ProductArguments& arguments, const T* stage_l,
                                 const T* stage_r, int depth, const Strand& batch,
                                 const Strand& rows, const Strand& columns,
                                 RegisterTile<T, Policy>& sums) {
    const StageOrder& order_l = arguments.stage_l;
    const StageOrder& order_r = arguments.stage_r;
    const T* from_l = stage_l + batch.first * order_l.batch_step + rows.first;
    const T* from_r = stage_r + batch.first * order_r.batch_step + columns.first;
    for (int k = 0; k < depth; ++k) {
        T l[Policy::batch][Policy::rows];
        T r[Policy::batch][Policy::columns];
#pragma unroll
        for (int x = 0; x < Policy::batch; ++x) {
#pragma unroll
            for (int m = 0; m < Policy::rows; ++m) {
                l[x][m] = from_l[x * batch.step * order_l.batch_step + m * rows.step];
            }
#pragma unroll
            for (int n = 0; n < Policy::columns; ++n) {
                r[x][n] = from_r[x * batch.step * order_r.batch_step + n * columns.step];
            }
        }
        sums.for_each([&](int x, int m, int n, T& sum) {
            add_product(sum, l[x][m], r[x][n], arguments.r.is_real != 0);
        });
        from_l += order_l.inner_step;
        from_r += order_r.inner_step;
    }
}

/// Finishes a thread's outputs with alpha, beta and old D, and writes them. All old values are read
/// before the first output is written.
template <class Out, class T, class Policy>
__device__ inline void store_tile(const ProductArguments& arguments, const std::int64_t* tables,
                                  const Strand& batch, const Strand& rows, const Strand& columns,
                                  Out* d, const Scale<T>& finish, RegisterTile<T, Policy>& sums) {
    const auto offset_of = [&](int x, int m, int n) {
        const int b = batch.first + x * batch.step;
        const int row = rows.first + m * rows.step;
        const int column = columns.first + n * columns.step;
        if (b >= arguments.batch.size || row >= arguments.rows.size ||
            column >= arguments.columns.size) {
            return outside;
        }
        return tables[arguments.batch.table + b] + tables[arguments.rows.table + row] +
               tables[arguments.columns.table + column];
    };
    RegisterTile<T, Policy> old{};
    if (finish.accumulates()) {
        old.for_each([&](int x, int m, int n, T& value) {
            const std::int64_t offset = offset_of(x, m, n);
            if (offset > lowest_offset) value = promoted(d[offset]);
        });
    }
    sums.for_each([&](int x, int m, int n, T& sum) {
        const std::int64_t offset = offset_of(x, m, n);
        if (offset <= lowest_offset) return;
        d[offset] =
            narrowed<Out>(finish(product_sum(sum, arguments.l, arguments.r), old.value[x][m][n]));
    });
}

/// D = alpha * sum of L * R + beta * D by tiles of D: rows (modes of L), columns (modes of R) and
/// batch (modes of both). A block computes one tile for one split of the sums. Slices of both
/// inputs are staged in shared memory. All addresses come from tables of offsets, one for each
/// group of modes, so that a tile may have a chunk of any mode: of the fastest modes of L, R and D
/// at once.
///
/// Each thread has a register tile of outputs. Thread numbers run fastest along the group with D's
/// fastest mode, so that neighbouring threads write neighbours; both inputs are read in their own
/// order. Shared memory: the tables, then the staged tile of L, then that of R. In a staged tile
/// rows (columns) are contiguous; inner positions and indices of the batch are an odd number of
/// elements apart, so that a warp that runs along any group meets different banks. Only the block
/// that writes an element of D reads it, so D may be an input where nothing is summed.
/// Long: one kernel whose sums stay in registers.
template <class In, class Out, class Policy>
__global__ void __launch_bounds__(direct_threads, Policy::blocks)
    product_kernel(const __grid_constant__ ProductArguments arguments, const void* l, const void* r,
                   Out* d, const Scale<ComputeOf<Out>> finish) {
    using T = ComputeOf<Out>;
    extern __shared__ uint4 shared_memory[];
    __shared__ std::int64_t first[most_modes];
    auto* const tables = reinterpret_cast<std::int64_t*>(shared_memory);
    auto* const bytes = reinterpret_cast<char*>(shared_memory);
    T* const stage_l = reinterpret_cast<T*>(bytes + arguments.stage_l.offset);
    T* const stage_r = reinterpret_cast<T*>(bytes + arguments.stage_r.offset);

    const std::uint32_t tile = quotient(blockIdx.x, arguments.splits);
    const std::int64_t split = blockIdx.x - tile * arguments.splits.value;
    const std::int64_t begin = split * arguments.slices_per_split;
    const std::int64_t last = begin + arguments.slices_per_split;
    const std::int64_t end = last < arguments.slices ? last : arguments.slices;
    find_chunks(arguments, tile, first);
    __syncthreads();
    fill_outputs(arguments, arguments.batch, first, tables);
    fill_outputs(arguments, arguments.rows, first, tables);
    fill_outputs(arguments, arguments.columns, first, tables);

    const std::uint32_t t = threadIdx.x;
    const Strand batch = strand(arguments.batch, t);
    const Strand rows = strand(arguments.rows, t);
    const Strand columns = strand(arguments.columns, t);
    const bool works = static_cast<int>(t) < arguments.workers;
    RegisterTile<T, Policy> sums{};
    int in_table = arguments.slices_per_table;
    for (std::int64_t slice = begin; slice < end; ++slice, ++in_table) {
        if (in_table == arguments.slices_per_table) {
            fill_inner(arguments, slice, tables);
            in_table = 0;
            __syncthreads();
        }
        const int inner = in_table * arguments.inner.size;
        load_stage<In>(stage_l, arguments.stage_l, tables, inner, l, arguments.l,
                       arguments.threads);
        load_stage<In>(stage_r, arguments.stage_r, tables, inner, r, arguments.r,
                       arguments.threads);
        __syncthreads();
        if (works) {
            add_slice(arguments, stage_l, stage_r, arguments.inner.size, batch, rows, columns,
                      sums);
        }
        __syncthreads();
    }
    if (works) {
        store_tile(arguments, tables, batch, rows, columns, d + split * arguments.split_stride,
                   finish, sums);
    }
}

}  // namespace ttgt::cuda
