// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "transpose/cuda/grouped/grouped_arguments.h"
#include "transpose/cuda/grouped/grouped_tile.cuh"
#include "transpose/cuda/kernels/finish.cuh"
#include "transpose/cuda/kernels/global_access.cuh"

namespace ttgt::cuda {

/// Goes through the numbers t, t + threads, ... as pairs (slow, fast) with fast below `count`,
/// without a division for each.
struct PairWalk {
    int fast, slow;
    int fast_step, slow_step, count;

    __device__ PairWalk(int t, int fast_count)
        : fast(t % fast_count),
          slow(t / fast_count),
          fast_step(grouped_threads % fast_count),
          slow_step(grouped_threads / fast_count),
          count(fast_count) {}
    __device__ void advance() {
        fast += fast_step;
        slow += slow_step;
        if (fast < count) return;
        fast -= count;
        ++slow;
    }
};

/// Starts to copy a tile to shared memory, in the input's order.
template <class In>
__device__ inline void stage_tile(const GroupedTables& tables, const GroupedCounts& counts,
                                  const In* in, In* stage) {
    const int t = static_cast<int>(threadIdx.x);
    const int all = counts.in_fast * counts.in_slow;
    PairWalk walk(t, counts.in_fast);
#pragma unroll 4
    for (int i = t; i < all; i += grouped_threads) {
        copy_async<false>(stage + walk.slow * counts.pitch + walk.fast,
                          in + tables.in_fast[walk.fast] + tables.in_slow[walk.slow]);
        walk.advance();
    }
}

/// How elements become what is written.
template <class Out>
struct GroupedFinish {
    using Compute = ComputeOf<Out>;
    Compute alpha, beta;
    bool alpha_is_one, beta_is_zero;

    /// alpha * conj?(value) + beta * old; the value itself where that is all.
    template <class In>
    __device__ Out operator()(std::uint32_t flags, In value, Out old) const {
        const bool conjugates = (flags & grouped_conjugates) != 0;
        const bool adds = (flags & grouped_adds) != 0 && !beta_is_zero;
        const bool reads = (flags & grouped_reads) != 0;
        const Compute read = promoted(value);
        if (reads && alpha_is_one && !conjugates && !adds) {
            if constexpr (std::is_same_v<In, Out>) {
                return value;
            } else {
                return narrowed<Out>(read);
            }
        }
        Compute result{};
        if (reads) result = multiply_add(alpha, conjugates ? conjugated(read) : read, result);
        if (adds) result = multiply_add(beta, promoted(old), result);
        return narrowed<Out>(result);
    }
};

/// Writes a staged tile in the output's order. A thread reads the old values of grouped_together
/// elements before it writes the first of them.
template <class In, class Out>
__device__ inline void write_tile(const GroupedTables& tables, const GroupedCounts& counts,
                                  const In* stage, Out* out, std::uint32_t flags,
                                  const GroupedFinish<Out>& finish) {
    const int t = static_cast<int>(threadIdx.x);
    const int all = counts.out_fast * counts.out_slow;
    const bool reads = (flags & grouped_reads) != 0;
    const bool adds = (flags & grouped_adds) != 0 && !finish.beta_is_zero;
    PairWalk walk(t, counts.out_fast);
    for (int first = t; first < all; first += grouped_together * grouped_threads) {
        Out* to[grouped_together];
        In value[grouped_together] = {};
        Out old[grouped_together] = {};
#pragma unroll
        for (int j = 0; j < grouped_together; ++j) {
            to[j] = nullptr;
            if (first + j * grouped_threads < all) {
                const GroupedPair fast = tables.out_fast[walk.fast];
                const GroupedPair slow = tables.out_slow[walk.slow];
                to[j] = out + fast.offset + slow.offset;
                if (reads) value[j] = stage[fast.place + slow.place];
                if (adds) old[j] = *to[j];
            }
            walk.advance();
        }
#pragma unroll
        for (int j = 0; j < grouped_together; ++j) {
            if (to[j] != nullptr) *to[j] = finish(flags, value[j], old[j]);
        }
    }
}

/// Transposes of many blocks in one launch: out = alpha * conj?(perm(in)) + beta * out for each
/// item, whatever their extents and strides. A thread block takes the tiles from its start to that
/// of the next one. A tile spans the modes that are fast in the input, so that it is read in long
/// runs, and those that are fast in the output; between both orders it lies in shared memory.
/// Tables there say where the elements of a tile are; they are made anew where a tile has other
/// extents than the one before. The first warp finds the next tile while the copies are under way.
///
/// Banks: rows of staged elements are an odd number of elements apart, so neighbours of the output
/// that are in different rows lie in different banks.
template <class In, class Out>
__global__ void __launch_bounds__(grouped_threads)
    grouped_kernel(const __grid_constant__ GroupedArguments arguments,
                   const GroupedFinish<Out> finish) {
    extern __shared__ uint4 shared_memory[];
    __shared__ GroupedTile tiles[2];
    __shared__ GroupedCounts counts;
    __shared__ std::int32_t place_strides[most_grouped_modes];
    auto* const shared = reinterpret_cast<char*>(shared_memory);
    const GroupedTables tables{reinterpret_cast<std::int32_t*>(shared),
                               reinterpret_cast<std::int32_t*>(shared + arguments.in_slow),
                               reinterpret_cast<GroupedPair*>(shared + arguments.out_fast),
                               reinterpret_cast<GroupedPair*>(shared + arguments.out_slow)};
    auto* const stage = reinterpret_cast<In*>(shared + arguments.stage);
    const std::uint32_t end = arguments.starts[blockIdx.x + 1].tile;
    std::uint32_t number = arguments.starts[blockIdx.x].tile;
    std::uint32_t item = arguments.starts[blockIdx.x].item;
    if (number >= end) return;
    if (threadIdx.x < 32) find_grouped_tile(arguments, number, item, nullptr, tiles[0]);
    for (int turn = 0; number < end; ++number, turn ^= 1) {
        __syncthreads();
        const GroupedTile& tile = tiles[turn];
        const GroupedShape& shape = arguments.shapes[tile.shape];
        if (tile.is_new != 0) {
            if (threadIdx.x == 0) count_grouped_tile(shape, tile, counts, place_strides);
            __syncthreads();
            fill_grouped_tables(shape, tile, counts, place_strides, tables);
            __syncthreads();
        }
        const GroupedCounts its = counts;
        if ((tile.flags & grouped_reads) != 0) {
            stage_tile(tables, its, reinterpret_cast<const In*>(tile.in), stage);
        }
        if (threadIdx.x < 32 && number + 1 < end) {
            find_grouped_tile(arguments, number + 1, item, &tile, tiles[turn ^ 1]);
        }
        wait_for_copies();
        __syncthreads();
        write_tile(tables, its, stage, reinterpret_cast<Out*>(tile.out), tile.flags, finish);
    }
}

}  // namespace ttgt::cuda
