// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "transpose/cuda/grouped/grouped_arguments.h"
#include "transpose/cuda/grouped/grouped_tile.cuh"
#include "transpose/cuda/kernels/finish.cuh"
#include "transpose/cuda/kernels/global_access.cuh"
#include "transpose/cuda/plan/kernel_arguments.h"

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

/// Runs of at least so many elements are read and written by a warp each.
inline constexpr int least_warp_run = 40;

/// Calls move(i) for the elements of a run that begins at `begin`: lane by lane, from the last line
/// (128 bytes) that begins at or before it, so that a warp moves whole sectors.
template <class Element, class Move>
__device__ inline void visit_run(const Element* begin, int count, const Move& move) {
    constexpr int line = line_bytes / static_cast<int>(sizeof(Element));
    const auto number = reinterpret_cast<std::uintptr_t>(begin) / sizeof(Element);
    const int first = static_cast<int>(threadIdx.x % 32) - static_cast<int>(number % line);
    for (int i = first; i < count; i += 32) {
        if (i >= 0) move(i);
    }
}

/// stage_tile() for long runs.
template <class In>
__device__ inline void stage_runs(const GroupedTables& tables, const GroupedCounts& counts,
                                  const In* in, In* stage) {
    for (int slow = static_cast<int>(threadIdx.x) / 32; slow < counts.in_slow;
         slow += grouped_threads / 32) {
        const In* const run = in + tables.in_slow[slow];
        In* const to = stage + slow * counts.pitch;
        visit_run(run, counts.in_fast,
                  [&](int i) { copy_async<false>(to + i, run + tables.in_fast[i]); });
    }
}

/// copy_tile_out() for long runs.
template <class Element>
__device__ inline void copy_runs_out(const GroupedTables& tables, const GroupedCounts& counts,
                                     const Element* stage, Element* out) {
    for (int slow = static_cast<int>(threadIdx.x) / 32; slow < counts.out_slow;
         slow += grouped_threads / 32) {
        const GroupedPair at = tables.out_slow[slow];
        Element* const run = out + at.offset;
        const Element* const from = stage + at.place;
        visit_run(run, counts.out_fast, [&](int i) {
            const GroupedPair fast = tables.out_fast[i];
            run[fast.offset] = from[fast.place];
        });
    }
}

/// Starts to copy a tile to shared memory, in the input's order.
template <class In>
__device__ inline void stage_tile(const GroupedTables& tables, const GroupedCounts& counts,
                                  const In* in, In* stage) {
    if (counts.in_fast >= least_warp_run) return stage_runs(tables, counts, in, stage);
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

    /// Whether elements are written as they are read.
    __device__ bool is_plain(std::uint32_t flags) const {
        return alpha_is_one && (flags & grouped_reads) != 0 && (flags & grouped_conjugates) == 0 &&
               ((flags & grouped_adds) == 0 || beta_is_zero);
    }

    /// alpha * conj?(value) + beta * old; the value itself where that is all.
    template <class In>
    __device__ Out operator()(std::uint32_t flags, In value, Out old) const {
        const bool conjugates = (flags & grouped_conjugates) != 0;
        const bool adds = (flags & grouped_adds) != 0 && !beta_is_zero;
        const bool reads = (flags & grouped_reads) != 0;
        const Compute read = promoted(value);
        if (is_plain(flags)) {
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

/// Writes a staged tile in the output's order, its elements as they are.
template <class Element>
__device__ inline void copy_tile_out(const GroupedTables& tables, const GroupedCounts& counts,
                                     const Element* stage, Element* out) {
    if (counts.out_fast >= least_warp_run) return copy_runs_out(tables, counts, stage, out);
    const int t = static_cast<int>(threadIdx.x);
    const int all = counts.out_fast * counts.out_slow;
    PairWalk walk(t, counts.out_fast);
#pragma unroll 4
    for (int i = t; i < all; i += grouped_threads) {
        const GroupedPair fast = tables.out_fast[walk.fast];
        const GroupedPair slow = tables.out_slow[walk.slow];
        out[fast.offset + slow.offset] = stage[fast.place + slow.place];
        walk.advance();
    }
}

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

/// Moves a small item by one warp, element by element in the output's order. A lane reads
/// grouped_together elements before it writes the first of them.
template <class In, class Out>
__device__ inline void move_small_item(const GroupedArguments& arguments, const GroupedItem& item,
                                       const GroupedFinish<Out>& finish) {
    const GroupedShape& shape = arguments.shapes[item.shape];
    const auto* const in = reinterpret_cast<const In*>(
        grouped_address(arguments, item.in_array, item.in_block, item.in_bytes));
    auto* const out = reinterpret_cast<Out*>(
        grouped_address(arguments, item.out_array, item.out_block, item.out_bytes));
    const std::uint32_t flags = item.flags;
    const bool reads = (flags & grouped_reads) != 0;
    const bool adds = (flags & grouped_adds) != 0 && !finish.beta_is_zero;
    for (std::uint32_t first = threadIdx.x % 32; first < shape.elements;
         first += 32 * grouped_together) {
        SmallOffsets at[grouped_together];
        In value[grouped_together] = {};
        Out old[grouped_together] = {};
#pragma unroll
        for (int j = 0; j < grouped_together; ++j) {
            const std::uint32_t number = first + static_cast<std::uint32_t>(32 * j);
            if (number >= shape.elements) continue;
            at[j] = small_offsets(shape, number);
            if (reads) value[j] = in[at[j].in];
            if (adds) old[j] = out[at[j].out];
        }
#pragma unroll
        for (int j = 0; j < grouped_together; ++j) {
            if (first + static_cast<std::uint32_t>(32 * j) >= shape.elements) continue;
            out[at[j].out] = finish(flags, value[j], old[j]);
        }
    }
}

/// The kernel's part for small items: each warp takes every so many'th of them.
template <class In, class Out>
__device__ inline void move_small_items(const GroupedArguments& arguments,
                                        const GroupedFinish<Out>& finish) {
    constexpr std::uint32_t warps = grouped_threads / 32;
    const std::uint32_t blocks = gridDim.x - arguments.tiled_blocks;
    std::uint32_t number = (blockIdx.x - arguments.tiled_blocks) * warps + threadIdx.x / 32;
    for (; number < arguments.small_items; number += blocks * warps) {
        move_small_item<In, Out>(arguments, arguments.items[arguments.first_small + number],
                                 finish);
    }
}

/// The kernel's part for tiles: from the thread block's start to that of the next one.
///
/// Long: barriers separate its steps, which share what lies in shared memory.
template <class In, class Out>
__device__ inline void move_tiles(const GroupedArguments& arguments,
                                  const GroupedFinish<Out>& finish, char* shared) {
    __shared__ GroupedTile tiles[2];
    __shared__ GroupedCounts counts;
    __shared__ std::int32_t place_strides[most_grouped_modes];
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
        auto* const out = reinterpret_cast<Out*>(tile.out);
        if constexpr (std::is_same_v<In, Out>) {
            if (finish.is_plain(tile.flags)) {
                copy_tile_out(tables, its, stage, out);
                continue;
            }
        }
        write_tile(tables, its, stage, out, tile.flags, finish);
    }
}

/// Transposes of many blocks in one launch: out = alpha * conj?(perm(in)) + beta * out for each
/// item, whatever their extents and strides. Small items are done by a warp each, by the last
/// thread blocks; the others are cut into tiles. A tile spans the modes that are fast in the input,
/// so that it is read in long runs, and those that are fast in the output; between both orders it
/// lies in shared memory. Tables there say where the elements of a tile are; they are made anew
/// where a tile has other extents than the one before. The first warp finds the next tile while the
/// copies are under way.
///
/// Banks: rows of staged elements are an odd number of elements apart, so neighbours of the output
/// that are in different rows lie in different banks.
template <class In, class Out>
__global__ void __launch_bounds__(grouped_threads)
    grouped_kernel(const __grid_constant__ GroupedArguments arguments,
                   const GroupedFinish<Out> finish) {
    extern __shared__ uint4 shared_memory[];
    if (blockIdx.x < arguments.tiled_blocks) {
        move_tiles<In, Out>(arguments, finish, reinterpret_cast<char*>(shared_memory));
    } else {
        move_small_items<In, Out>(arguments, finish);
    }
}

}  // namespace ttgt::cuda
