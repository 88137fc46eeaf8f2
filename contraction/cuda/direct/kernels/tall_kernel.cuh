// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/direct_arguments.h"
#include "contraction/cuda/direct/kernels/arithmetic.cuh"
#include "contraction/cuda/direct/tall_policy.h"

namespace ttgt::cuda {

/// Pointers to the arrays that a block of the tall kernel keeps in shared memory. All offsets are
/// in elements.
template <class T>
struct TallStage {
    /// A slice of the small input: for each inner position, a row of `columns` elements.
    T* small;
    /// Table: for each inner position of the slice, its offset in the tall input, in elements.
    std::int64_t* inner_tall;
    /// Table: for each inner position of the slice, its offset in the small input, in elements.
    std::int64_t* inner_small;
    /// Table: for each column of the block, its offset in D, in elements.
    std::int64_t* column_d;
    /// Table: for each column of the block, its offset in the small input, in elements.
    std::int64_t* column_small;
};

/// Distributes shared memory for slices of `depth` inner positions.
template <class T, int columns>
__device__ inline TallStage<T> tall_stage(uint4* shared, int depth) {
    TallStage<T> stage;
    stage.small = reinterpret_cast<T*>(shared);
    stage.inner_tall = reinterpret_cast<std::int64_t*>(stage.small + depth * columns);
    stage.inner_small = stage.inner_tall + depth;
    stage.column_d = stage.inner_small + depth;
    stage.column_small = stage.column_d + columns;
    return stage;
}

/// Fills in the offsets of the block's columns. Each of the last threads of the block writes those
/// of a column, while the first threads write those of inner positions (stage_inner()).
template <class T, int columns>
__device__ inline void stage_columns(const TallArguments& arguments, int first_column,
                                     const TallStage<T>& stage) {
    const int c = arguments.threads - 1 - static_cast<int>(threadIdx.x);
    if (c >= columns || first_column + c >= arguments.columns) return;
    Offsets<std::int64_t> at{};
    add_offsets(arguments.mode + arguments.row_modes, arguments.column_modes, false,
                static_cast<std::uint64_t>(first_column + c), at);
    stage.column_d[c] = at.d;
    stage.column_small[c] = arguments.tall_is_r != 0 ? at.l : at.r;
}

/// Fills in the offsets of `count` inner positions from `begin` on; thread t writes the entries t,
/// t + threads, ...
template <class T>
__device__ inline void stage_inner(const TallArguments& arguments, int begin, int count,
                                   const TallStage<T>& stage) {
    const int first = arguments.row_modes + arguments.column_modes;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += arguments.threads) {
        Offsets<std::int64_t> at{};
        add_offsets(arguments.mode + first, arguments.modes - first, false,
                    static_cast<std::uint64_t>(begin + i), at);
        stage.inner_tall[i] = arguments.tall_is_r != 0 ? at.r : at.l;
        stage.inner_small[i] = arguments.tall_is_r != 0 ? at.l : at.r;
    }
}

/// Copies `count` inner positions of the small input to shared memory, zeros behind the last
/// column; thread t copies the elements t, t + threads, ...
template <class In, class T, int columns>
__device__ inline void stage_small(const TallArguments& arguments, const void* small, int count,
                                   int first_column, const TallStage<T>& stage) {
    const InputAccess& access = arguments.tall_is_r != 0 ? arguments.l : arguments.r;
    for (int i = static_cast<int>(threadIdx.x); i < count * columns; i += arguments.threads) {
        const int inner = i / columns;
        const int c = i - inner * columns;
        T value{};
        if (first_column + c < arguments.columns) {
            const std::int64_t offset = stage.inner_small[inner] + stage.column_small[c];
            value = load_element<In, T>(small, offset, access);
        }
        stage.small[i] = value;
    }
}

/// Calls add(sums[c], x[k], y) for each of `count` inner positions k and each column c, where y is
/// the element of the staged small input. The small input is read in vectors of 16 bytes.
template <class T, int count, int columns, class Add>
__device__ inline void visit_products(const T* small, const T (&x)[count], T (&sums)[columns],
                                      const Add& add) {
    constexpr int together = vector_bytes / sizeof(T);
    using Some = Vector<T, together>;
#pragma unroll
    for (int k = 0; k < count; ++k) {
        const Some* const some = reinterpret_cast<const Some*>(small + k * columns);
#pragma unroll
        for (int c = 0; c < columns; ++c) {
            add(sums[c], x[k], some[c / together].element[c % together]);
        }
    }
}

/// Adds a thread's products of `count` inner positions to its sums. `row` is the offset of the
/// thread's row in the tall input; `first` is the first of the positions in the staged slice.
template <int count, class In, class T, int columns>
__device__ inline void add_positions(const TallArguments& arguments, const void* tall,
                                     std::int64_t row, int first, const TallStage<T>& stage,
                                     T (&sums)[columns]) {
    const bool tall_is_r = arguments.tall_is_r != 0;
    const InputAccess& access = tall_is_r ? arguments.r : arguments.l;
    const T* const small = stage.small + first * columns;
    T x[count];
#pragma unroll
    for (int k = 0; k < count; ++k) {
        x[k] = load_element<In, T>(tall, row + stage.inner_tall[first + k], access);
    }
    if constexpr (ElementTraits<T>::is_complex) {
        if (arguments.r.is_real != 0) {
            if (tall_is_r) {
                return visit_products(small, x, sums, [](T& sum, const T& a, const T& b) {
                    add_product(sum, b, a, true);
                });
            }
            return visit_products(small, x, sums, [](T& sum, const T& a, const T& b) {
                add_product(sum, a, b, true);
            });
        }
    }
    visit_products(small, x, sums,
                   [](T& sum, const T& a, const T& b) { add_product(sum, a, b, false); });
}

/// Finishes a row's outputs with alpha, beta and (where `adds`) old D, and writes the first `count`
/// ones. All old values are read before the first output is written.
template <bool adds, class Out, class T, int columns>
__device__ inline void store_row(const TallArguments& arguments, const std::int64_t* column,
                                 int count, Out* d, Scale<T> finish, T (&sums)[columns]) {
    finish.reads = true;
    finish.adds = adds;
    T old[columns] = {};
    if constexpr (adds) {
#pragma unroll
        for (int c = 0; c < columns; ++c) {
            if (c < count) old[c] = promoted(d[column[c]]);
        }
    }
#pragma unroll
    for (int c = 0; c < columns; ++c) {
        if (c >= count) continue;
        d[column[c]] =
            narrowed<Out>(finish(product_sum(sums[c], arguments.l, arguments.r), old[c]));
    }
}

/// The offsets of a row in D, L and R, in elements.
__device__ inline Offsets<std::int64_t> row_offsets(const TallArguments& arguments,
                                                    std::int64_t row) {
    Offsets<std::int64_t> at{};
    add_offsets(arguments.mode, arguments.row_modes, arguments.is_wide != 0,
                static_cast<std::uint64_t>(row), at);
    return at;
}

/// D = alpha * sum of tall * small + beta * D, where the tall input is a matrix of many rows and
/// the small input one of few columns. A block has some tiles of rows and one chunk of columns;
/// each thread has one row of each tile, and all columns of the chunk. A thread reads the elements
/// of its row from global memory, once for each chunk. Neighbouring threads read neighbours,
/// because D and the tall input have the same fastest mode. The small input is staged in shared
/// memory (TallStage); all threads of a warp read the same vector of it, so there are no bank
/// conflicts. Where the small input is too long to be staged whole, a block has one tile. Chunks of
/// the same rows belong to neighbouring blocks, which find the rows in L2.
/// Long: one kernel whose sums stay in registers.
template <class In, class Out, int columns>
__global__ void __launch_bounds__(direct_threads, tall_blocks)
    tall_kernel(const __grid_constant__ TallArguments arguments, const void* l, const void* r,
                Out* d, const Scale<ComputeOf<Out>> finish) {
    using T = ComputeOf<Out>;
    extern __shared__ uint4 shared_memory[];
    const TallStage<T> stage = tall_stage<T, columns>(shared_memory, arguments.depth);
    const bool tall_is_r = arguments.tall_is_r != 0;
    const std::uint32_t number = quotient(blockIdx.x, arguments.chunks);
    const std::uint32_t chunk = blockIdx.x - number * arguments.chunks.value;
    const int first_column = static_cast<int>(chunk) * columns;
    const void* const tall = tall_is_r ? r : l;

    stage_columns<T, columns>(arguments, first_column, stage);
    for (int tile = 0; tile < arguments.tiles; ++tile) {
        const std::int64_t row =
            (static_cast<std::int64_t>(number) * arguments.tiles + tile) * arguments.threads +
            static_cast<std::int64_t>(threadIdx.x);
        // A thread without a row computes the first row, and writes nothing.
        const bool is_inside = row < arguments.rows;
        const Offsets<std::int64_t> at = row_offsets(arguments, is_inside ? row : 0);
        const std::int64_t row_tall = tall_is_r ? at.r : at.l;
        T sums[columns] = {};
        for (int begin = 0; begin < arguments.inner; begin += arguments.depth) {
            const int left = arguments.inner - begin;
            const int count = left < arguments.depth ? left : arguments.depth;
            if (tile == 0) {
                if (begin > 0) __syncthreads();
                stage_inner(arguments, begin, count, stage);
                __syncthreads();
                stage_small<In, T, columns>(arguments, tall_is_r ? l : r, count, first_column,
                                            stage);
                __syncthreads();
            }
            int k = 0;
#pragma unroll 1
            for (; k + tall_depth <= count; k += tall_depth) {
                add_positions<tall_depth, In>(arguments, tall, row_tall, k, stage, sums);
            }
#pragma unroll 1
            for (; k < count; ++k) add_positions<1, In>(arguments, tall, row_tall, k, stage, sums);
        }
        if (!is_inside) continue;
        const int inside = arguments.columns - first_column;
        if (finish.accumulates()) {
            store_row<true>(arguments, stage.column_d, inside, d + at.d, finish, sums);
        } else {
            store_row<false>(arguments, stage.column_d, inside, d + at.d, finish, sums);
        }
    }
}

}  // namespace ttgt::cuda
