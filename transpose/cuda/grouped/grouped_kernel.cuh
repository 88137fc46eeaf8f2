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

/// Calls visit(entry, row, step) for the entries of a run that a thread has: groups of threads
/// share a run, and each group has every so many'th row.
template <class Visit>
__device__ inline void visit_runs(const GroupedSide& side, const GroupedPair* run,
                                  const Visit& visit) {
    const int t = static_cast<int>(threadIdx.x);
    const int threads = 1 << side.threads_log2;
    for (int i = t & (threads - 1); i < side.run; i += threads) {
        visit(run[i], t >> side.threads_log2, grouped_threads >> side.threads_log2);
    }
}

/// Starts to copy a tile to shared memory, in the input's order.
template <class In>
__device__ inline void stage_tile(const GroupedTile& tile, const GroupedTables& tables, In* stage) {
    const int pitch = tile.pitch;
    const int rows = tile.read.rows;
    visit_runs(tile.read, tables.run, [&](GroupedPair at, int first, int step) {
        const In* const from = reinterpret_cast<const In*>(tile.in) + at.offset;
        In* to = stage + at.place + first * pitch;
#pragma unroll 4
        for (int row = first; row < rows; row += step) {
            copy_async<false>(to, from + tables.rows[row].offset);
            to += step * pitch;
        }
    });
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
__device__ inline void copy_tile_out(const GroupedTile& tile, const GroupedTables& tables,
                                     const Element* stage) {
    const int rows = tile.written.rows;
    visit_runs(tile.written, tables.run, [&](GroupedPair at, int first, int step) {
        Element* const to = reinterpret_cast<Element*>(tile.out) + at.offset;
        const Element* const from = stage + at.place;
#pragma unroll 4
        for (int row = first; row < rows; row += step) {
            const GroupedPair its = tables.rows[row];
            to[its.offset] = from[its.place];
        }
    });
}

/// Writes a staged tile in the output's order. A thread reads the old values of grouped_together
/// elements before it writes the first of them.
template <class In, class Out>
__device__ inline void write_tile(const GroupedTile& tile, const GroupedTables& tables,
                                  const In* stage, const GroupedFinish<Out>& finish) {
    const std::uint32_t flags = tile.flags;
    const bool reads = (flags & grouped_reads) != 0;
    const bool adds = (flags & grouped_adds) != 0 && !finish.beta_is_zero;
    const int rows = tile.written.rows;
    visit_runs(tile.written, tables.run, [&](GroupedPair at, int begin, int step) {
        Out* const out = reinterpret_cast<Out*>(tile.out) + at.offset;
        for (int first = begin; first < rows; first += grouped_together * step) {
            Out* to[grouped_together];
            In value[grouped_together] = {};
            Out old[grouped_together] = {};
#pragma unroll
            for (int j = 0; j < grouped_together; ++j) {
                const int row = first + j * step;
                to[j] = nullptr;
                if (row >= rows) continue;
                const GroupedPair its = tables.rows[row];
                to[j] = out + its.offset;
                if (reads) value[j] = stage[at.place + its.place];
                if (adds) old[j] = *to[j];
            }
#pragma unroll
            for (int j = 0; j < grouped_together; ++j) {
                if (to[j] != nullptr) *to[j] = finish(flags, value[j], old[j]);
            }
        }
    });
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
    const std::uint32_t blocks = gridDim.x - arguments.tiles;
    std::uint32_t number = (blockIdx.x - arguments.tiles) * warps + threadIdx.x / 32;
    for (; number < arguments.small_items; number += blocks * warps) {
        move_small_item<In, Out>(arguments, arguments.items[arguments.first_small + number],
                                 finish);
    }
}

/// The kernel's part for tiles: a thread block moves one.
template <class In, class Out>
__device__ inline void move_tile(const GroupedArguments& arguments,
                                 const GroupedFinish<Out>& finish, char* shared) {
    __shared__ GroupedTile tile;
    const GroupedTables read{reinterpret_cast<GroupedPair*>(shared),
                             reinterpret_cast<GroupedPair*>(shared + arguments.in_rows)};
    const GroupedTables written{reinterpret_cast<GroupedPair*>(shared + arguments.out_run),
                                reinterpret_cast<GroupedPair*>(shared + arguments.out_rows)};
    auto* const stage = reinterpret_cast<In*>(shared + arguments.stage);
    if (threadIdx.x < 32) find_grouped_tile(arguments, blockIdx.x, tile);
    __syncthreads();
    if ((tile.flags & grouped_reads) != 0) {
        fill_tables(tile.read, read);
        __syncthreads();
        stage_tile(tile, read, stage);
    }
    fill_tables(tile.written, written);  // while the copies are under way
    wait_for_copies();
    __syncthreads();
    if constexpr (std::is_same_v<In, Out>) {
        if (finish.is_plain(tile.flags)) return copy_tile_out(tile, written, stage);
    }
    write_tile(tile, written, stage, finish);
}

/// Transposes of many blocks in one launch: out = alpha * conj?(perm(in)) + beta * out for each
/// item, whatever their extents and strides. Small items are done by a warp each, by the last
/// thread blocks; the others are cut into tiles, one for each thread block. A tile spans the modes
/// that are fast in the input, so that it is read in runs, and those that are fast in the output;
/// between both orders it lies in shared memory. One warp finds the tile. Tables say where the
/// elements of a run are and where the runs begin; a thread keeps the entry of the run and goes
/// through the rows.
template <class In, class Out>
__global__ void __launch_bounds__(grouped_threads)
    grouped_kernel(const __grid_constant__ GroupedArguments arguments,
                   const GroupedFinish<Out> finish) {
    extern __shared__ uint4 shared_memory[];
    if (blockIdx.x < arguments.tiles) {
        move_tile<In, Out>(arguments, finish, reinterpret_cast<char*>(shared_memory));
    } else {
        move_small_items<In, Out>(arguments, finish);
    }
}

}  // namespace ttgt::cuda
