// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/kernels/arithmetic.cuh"
#include "contraction/cuda/direct/outer/kernels/outer_stage.cuh"
#include "contraction/cuda/direct/outer/kernels/outer_tables.cuh"
#include "contraction/cuda/direct/outer/outer_arguments.h"

namespace ttgt::cuda {

/// What a block's threads need to write a tile.
template <class Out>
struct OuterWork {
    /// The kernel's arguments.
    const OuterArguments& arguments;
    /// For each output of a tile, its place.
    const std::uint32_t* places;
    /// For each inner position, its place.
    const std::uint32_t* inner;
    /// For each run of the tile, its offset in D, in elements. Not used where the tile is one run.
    const std::int64_t* runs;
    /// The staged elements of the fast input.
    const char* fast;
    /// The staged elements of the slow input.
    const char* slow;
    /// D; where the tile is one run, the tile's first output in D.
    Out* d;
    /// Number of outputs at the beginning of each run that are inside D.
    int in_run;
};

/// sum += fast * slow. Of a complex and a real factor, add_product() takes the complex one first.
template <class T>
__device__ inline void add_factors(const OuterArguments& arguments, T& sum, const T& fast,
                                   const T& slow) {
    if constexpr (ElementTraits<T>::is_complex) {
        if (arguments.fast.access.is_real != 0) return add_product(sum, slow, fast, true);
    }
    add_product(sum, fast, slow, arguments.slow.access.is_real != 0);
}

/// Adds the products of one inner position, whose place is `at`, to the sums of outer_together
/// outputs with the places `place`. For steady_outer all outputs have the first one's element of
/// the fast input.
template <OuterPolicy policy, class Out, class T>
__device__ inline void add_term(const OuterWork<Out>& work, std::uint32_t at,
                                const std::uint32_t (&place)[outer_together],
                                T (&sums)[outer_together]) {
    T fast{};
#pragma unroll
    for (int j = 0; j < outer_together; ++j) {
        const std::uint32_t both = place[j] + at;
        if (policy != steady_outer || j == 0) {
            fast = *reinterpret_cast<const T*>(work.fast + (both & 0xffffU));
        }
        add_factors(work.arguments, sums[j], fast,
                    *reinterpret_cast<const T*>(work.slow + (both >> 16U)));
    }
}

/// The offset in D of output `i` of a tile of several runs; `outside` where there is no such
/// output.
template <class Out>
__device__ inline std::int64_t offset_in_runs(const OuterWork<Out>& work, int i) {
    if (i >= work.arguments.outputs) return outside;
    const std::uint32_t run = quotient(static_cast<std::uint32_t>(i), work.arguments.run);
    const int in_run = i - static_cast<int>(run * work.arguments.run.value);
    return in_run < work.in_run ? work.runs[run] + in_run : outside;
}

/// Computes the outputs begin, begin + threads, ... of a tile, outer_together in all, and writes
/// them. Where `is_inside`, all of them are in the tile, apart from the first one, which may be
/// before it; else each may be outside. All old values are read before the first output is written.
/// Long: its places, sums and old values stay in registers.
template <OuterPolicy policy, bool adds, bool is_inside, class Out, class T>
__device__ inline void write_outputs(const OuterWork<Out>& work, int begin, int threads,
                                     Scale<T> finish) {
    Out* to[outer_together];
    bool exists[outer_together];
    std::uint32_t place[outer_together];
    T sums[outer_together] = {};
    T old[outer_together] = {};
#pragma unroll
    for (int j = 0; j < outer_together; ++j) {
        const int i = begin + j * threads;
        const int last = work.arguments.outputs - 1;
        place[j] = work.places[is_inside || i < last ? i : last];
        if constexpr (policy == outer_of_runs) {
            const std::int64_t offset = offset_in_runs(work, i);
            exists[j] = offset > lowest_offset;
            to[j] = work.d + offset;
        } else {
            exists[j] = (j > 0 || i >= 0) && (is_inside || i < work.in_run);
            to[j] = work.d + i;
        }
        if constexpr (adds) {
            if (exists[j]) old[j] = promoted(*to[j]);
        }
    }
    if (finish.reads_input()) {
        if (work.arguments.depth == 1) {
            add_term<policy>(work, 0, place, sums);
        } else {
#pragma unroll 2
            for (int k = 0; k < work.arguments.depth; ++k) {
                add_term<policy>(work, work.inner[k], place, sums);
            }
        }
    }
    // Without inputs alpha and the sums are 0.
    finish.reads = true;
    finish.adds = adds;
#pragma unroll
    for (int j = 0; j < outer_together; ++j) {
        if (!exists[j]) continue;
        const T sum = product_sum(sums[j], work.arguments.fast.access, work.arguments.slow.access);
        *to[j] = narrowed<Out>(finish(sum, old[j]));
    }
}

/// Computes a tile from the staged inputs and writes it to D. Thread t has the outputs t, t +
/// threads, ... Where the tile is one run, they are counted from the last line of D (128 bytes)
/// that begins at or before the tile: each warp writes whole sectors then, and whole lines where
/// the number of threads is a multiple of 32.
template <OuterPolicy policy, bool adds, class Out, class T>
__device__ inline void write_tile(const OuterWork<Out>& work, const Scale<T>& finish) {
    constexpr int line = line_bytes / static_cast<int>(sizeof(Out));
    const int threads = work.arguments.threads;
    int begin = static_cast<int>(threadIdx.x);
    int end = work.arguments.outputs;
    if constexpr (policy != outer_of_runs) {
        const auto number = reinterpret_cast<std::uintptr_t>(work.d) / sizeof(Out);
        begin -= static_cast<int>(number % line);
        end = work.in_run;
#pragma unroll 1
        for (; begin + (outer_together - 1) * threads < end; begin += outer_together * threads) {
            write_outputs<policy, adds, true>(work, begin, threads, finish);
        }
    }
#pragma unroll 1
    for (; begin < end; begin += outer_together * threads) {
        write_outputs<policy, adds, false>(work, begin, threads, finish);
    }
}

/// D = alpha * sum of L * R + beta * D for sums of few terms, by tiles along D's own order. A tile
/// is contiguous in D where D allows it. The block copies the elements of both inputs that a tile
/// needs to shared memory, in the inputs' order; its threads then walk through D, and a table of
/// places says where the two factors of an output are staged. The tables are the same for all tiles
/// of a launch: a block makes them once, and takes the tiles blockIdx, blockIdx + gridDim, ...
///
/// Neighbouring lanes have neighbouring outputs, so that a warp's store is some lines of D. A lane
/// with a vector of D would not do better: its neighbours' places and staged elements would be as
/// far apart as the vector is long, and meet in the same banks. In shared memory an input's
/// elements are in D's order, so lanes read neighbours of the fast input, and few different
/// elements of the slow input; the first mode has an odd number of elements there, so that copies
/// along another mode meet different banks. Only the block that writes an element of D reads it,
/// after it has copied its part of the inputs, so D may be an input where nothing is summed.
template <class In, class Out, OuterPolicy policy>
__global__ void __launch_bounds__(most_outer_threads, outer_blocks)
    outer_kernel(const __grid_constant__ OuterArguments arguments, const void* l, const void* r,
                 Out* d, const Scale<ComputeOf<Out>> finish) {
    using T = ComputeOf<Out>;
    extern __shared__ uint4 shared_memory[];
    __shared__ std::int64_t first[most_outer_modes];
    __shared__ OuterTile tile;
    auto* const shared = reinterpret_cast<char*>(shared_memory);
    auto* const runs = reinterpret_cast<std::int64_t*>(shared);
    fill_tables(arguments, shared);
    for (std::uint32_t number = blockIdx.x; number < static_cast<std::uint32_t>(arguments.tiles);
         number += gridDim.x) {
        // All threads have read the last tile's elements and its beginning.
        __syncthreads();
        find_outer_tile(arguments, number, first, tile);
        __syncthreads();
        if (policy == outer_of_runs) fill_runs(arguments, tile, first, runs);
        if (finish.reads_input()) {
            const bool fast_is_r = arguments.fast_is_r != 0;
            load_part<In, T>(arguments, arguments.fast, 0, shared, fast_is_r ? r : l, tile, first);
            load_part<In, T>(arguments, arguments.slow, 1, shared, fast_is_r ? l : r, tile, first);
        }
        __syncthreads();
        const OuterWork<Out> work{
            arguments,
            reinterpret_cast<const std::uint32_t*>(shared + arguments.output_places),
            reinterpret_cast<const std::uint32_t*>(shared + arguments.inner_places),
            runs,
            shared + arguments.fast.values,
            shared + arguments.slow.values,
            policy == outer_of_runs ? d : d + tile.d,
            tile.in_run};
        if (finish.accumulates()) {
            write_tile<policy, true>(work, finish);
        } else {
            write_tile<policy, false>(work, finish);
        }
    }
}

}  // namespace ttgt::cuda
