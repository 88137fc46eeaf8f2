// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/direct_arguments.h"
#include "contraction/cuda/direct/kernels/arithmetic.cuh"

namespace ttgt::cuda {

/// Finds where the chunks of tile `number` begin: first[m] becomes a position of output mode m. The
/// first warp computes `first`; all threads may read it after a barrier.
__device__ inline void find_chunks(const ProductArguments& arguments, std::uint32_t number,
                                   std::int64_t* first) {
    if (threadIdx.x >= 32) return;
    for (int m = 0; m < arguments.output_modes; ++m) {
        const ChunkedMode& mode = arguments.mode[m];
        const std::uint32_t above = quotient(number, mode.blocks);
        if (threadIdx.x == 0) {
            const std::uint32_t digit = number - above * mode.blocks.value;
            first[m] = static_cast<std::int64_t>(digit) * mode.chunk.value;
        }
        number = above;
    }
}

/// Writes the offsets in D, L and R of index tuple `entry` of a group to the group's three tables,
/// at `to` and every group.pitch entries behind. first_of(mode) is the position where the mode's
/// chunk begins. Positions beyond a mode get `outside`.
template <class FirstOf>
__device__ inline void fill_entry(const ProductArguments& arguments, const TileGroup& group,
                                  std::uint32_t entry, std::int64_t* to, FirstOf first_of) {
    Offsets<std::int64_t> at{};
    bool is_inside = true;
    for (int m = group.first; m < group.first + group.modes; ++m) {
        const ChunkedMode& mode = arguments.mode[m];
        const std::uint32_t above = quotient(entry, mode.chunk);
        const std::int64_t index = first_of(m) + (entry - above * mode.chunk.value);
        entry = above;
        is_inside = is_inside && index < mode.extent;
        at.d += index * mode.stride[0];
        at.l += index * mode.stride[1];
        at.r += index * mode.stride[2];
    }
    to[0] = is_inside ? at.d : outside;
    to[group.pitch] = is_inside ? at.l : outside;
    to[2 * group.pitch] = is_inside ? at.r : outside;
}

/// Fills in the tables of an output group; thread t writes the entries t, t + threads, ...
__device__ inline void fill_outputs(const ProductArguments& arguments, const TileGroup& group,
                                    const std::int64_t* first, std::int64_t* tables) {
    for (int i = static_cast<int>(threadIdx.x); i < group.size; i += arguments.threads) {
        fill_entry(arguments, group, static_cast<std::uint32_t>(i), tables + group.table + i,
                   [&](int m) { return first[m]; });
    }
}

/// Fills in the tables of the inner modes for slices_per_table slices from number `slice` on, one
/// slice after the other; thread t writes the entries t, t + threads, ...
__device__ inline void fill_inner(const ProductArguments& arguments, std::int64_t slice,
                                  std::int64_t* tables) {
    const TileGroup& inner = arguments.inner;
    const int count = inner.size * arguments.slices_per_table;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += arguments.threads) {
        const int ahead = i / inner.size;
        auto number = static_cast<std::uint32_t>(slice + ahead);
        fill_entry(arguments, inner, static_cast<std::uint32_t>(i - ahead * inner.size),
                   tables + inner.table + i, [&](int m) {
                       const ChunkedMode& mode = arguments.mode[m];
                       const std::uint32_t above = quotient(number, mode.blocks);
                       const std::uint32_t digit = number - above * mode.blocks.value;
                       number = above;
                       return static_cast<std::int64_t>(digit) * mode.chunk.value;
                   });
    }
}

/// Copies a tile of an input to shared memory; elements outside the input become zeros. Thread t
/// copies the elements t, t + threads, ... in the order of StageOrder, and loads units_together of
/// them before it stores the first. `inner` is the first entry of the slice in the inner tables.
template <class In, class T>
__device__ inline void load_stage(T* stage, const StageOrder& order, const std::int64_t* tables,
                                  int inner, const void* base, const InputAccess& access,
                                  int threads) {
    const std::int64_t* const table0 = tables + order.table[0] + inner * order.is_inner[0];
    const std::int64_t* const table1 = tables + order.table[1] + inner * order.is_inner[1];
    const std::int64_t* const table2 = tables + order.table[2] + inner * order.is_inner[2];
    for (int first = static_cast<int>(threadIdx.x); first < order.count;
         first += units_together * threads) {
        T values[units_together][1] = {};
        int to[units_together];
#pragma unroll
        for (int j = 0; j < units_together; ++j) {
            const auto i = static_cast<std::uint32_t>(first + j * threads);
            if (static_cast<int>(i) >= order.count) continue;
            const std::uint32_t above0 = quotient(i, order.extent[0]);
            const std::uint32_t above1 = quotient(above0, order.extent[1]);
            const std::uint32_t digit0 = i - above0 * order.extent[0].value;
            const std::uint32_t digit1 = above0 - above1 * order.extent[1].value;
            to[j] = static_cast<int>(digit0) * order.pitch[0] +
                    static_cast<int>(digit1) * order.pitch[1] +
                    static_cast<int>(above1) * order.pitch[2];
            const std::int64_t offset = table0[digit0] + table1[digit1] + table2[above1];
            if (offset > lowest_offset) load_unit<In>(base, offset, access, 1, values[j]);
        }
#pragma unroll
        for (int j = 0; j < units_together; ++j) {
            if (first + j * threads < order.count) stage[to[j]] = values[j][0];
        }
    }
}

}  // namespace ttgt::cuda
