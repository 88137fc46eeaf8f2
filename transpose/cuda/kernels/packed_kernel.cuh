// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "transpose/cuda/kernels/finish.cuh"
#include "transpose/cuda/kernels/global_access.cuh"
#include "transpose/cuda/kernels/packed_tables.cuh"
#include "transpose/cuda/kernels/tile_walk.cuh"
#include "transpose/cuda/kernels/word_access.cuh"
#include "transpose/cuda/plan/kernel_arguments.h"

namespace ttgt::cuda {

/// The first warp finds where tile `number` lies and which partial blocks it has; all threads have
/// `shared` after a barrier.
__device__ inline void share_packed_place(const PackedArguments& tile, std::uint32_t number,
                                          TilePlace& shared) {
    share_place(tile.loops, number, shared, [&](int loop, std::uint32_t digit) {
        std::uint32_t partials = 0;
        for (int c = 0; c < tile.partials; ++c) {
            if (tile.partial[c].loop == loop && digit == tile.partial[c].last) partials |= 1U << c;
        }
        return partials;
    });
}

/// Number of elements of a run that there are in a tile with the partial blocks in the bits of
/// `partials`. `left` names what a partial block has: PartialBlock::in_run or
/// PartialBlock::out_run.
__device__ inline int run_left(const PackedArguments& tile, std::uint32_t partials, int run,
                               std::int32_t PartialBlock::*left) {
    for (int c = 0; c < tile.partials; ++c) {
        if (partials >> c & 1U) run = min(run, tile.partial[c].*left);
    }
    return run;
}

/// Starts to copy a tile to shared memory, row by row of the input. 2^log2_load_lanes neighbouring
/// threads share a row; each copies every 2^log2_load_lanes-th element.
template <bool whole_lines, class Element>
__device__ inline void load_tile(const PackedArguments& tile, const TilePlace& place,
                                 const TileRow* rows, const Element* in, Element* stage) {
    const int run = run_left(tile, place.partials, tile.in_run, &PartialBlock::in_run);
    const int lanes = 1 << tile.log2_load_lanes;
    const int lane = static_cast<int>(threadIdx.x) & (lanes - 1);
    for (int r = static_cast<int>(threadIdx.x) >> tile.log2_load_lanes; r < tile.in_rows;
         r += packed_threads >> tile.log2_load_lanes) {
        const TileRow row = rows[r];
        if ((row.absent & place.partials) != 0) continue;
        const auto* from = reinterpret_cast<const Element*>(
                               reinterpret_cast<const char*>(in + place.in) + row.offset) +
                           lane;
        Element* to = stage + r * tile.pitch + lane;
#pragma unroll 4
        for (int left = run - lane; left > 0; left -= lanes) {
            copy_async<whole_lines>(to, from);
            to += lanes;
            from += lanes;
        }
    }
}

/// Copies a tile to shared memory where elements are shorter than a word. 2^log2_load_lanes
/// neighbouring threads share a row; each loads some words before it stores the first. Rows begin
/// anywhere in a word, so the first and the last staged word of a row have bytes that belong to no
/// row. Long: one part of a kernel whose words stay in registers.
template <class Element>
__device__ inline void load_tile_in_words(const PackedArguments& tile, const TilePlace& place,
                                          const TileRow* rows, const Element* in, Element* stage) {
    constexpr int word = word_elements<Element>;
    constexpr int together = 4;
    // Most tiles lie so far inside the array that whole words can be read everywhere.
    const bool is_inside = place.in + tile.tile_reach.begin - word >= tile.reach.begin &&
                           place.in + tile.tile_reach.end + 2 * word <= tile.reach.end;
    const int run = run_left(tile, place.partials, tile.in_run, &PartialBlock::in_run);
    const int lanes = 1 << tile.log2_load_lanes;
    const int row_step = packed_threads >> tile.log2_load_lanes;
    const int first_column = (static_cast<int>(threadIdx.x) & (lanes - 1)) * word;
    int row = static_cast<int>(threadIdx.x) >> tile.log2_load_lanes;
    int column = first_column;
    while (row < tile.in_rows) {
        ShiftedWord loaded[together];
        int staged[together];
#pragma unroll
        for (int ahead = 0; ahead < together; ++ahead) {
            staged[ahead] = -1;
            if (row >= tile.in_rows) continue;
            const int misaligned = row * tile.pitch % word;
            const TileRow from = rows[row];
            if (column - misaligned < run && (from.absent & place.partials) == 0) {
                const auto* const first =
                    reinterpret_cast<const Element*>(reinterpret_cast<const char*>(in + place.in) +
                                                     from.offset) +
                    (column - misaligned);
                loaded[ahead] = is_inside
                                    ? load_word(first)
                                    : load_part(first, in + tile.reach.begin, in + tile.reach.end);
                staged[ahead] = row * tile.pitch - misaligned + column;
            }
            column += lanes * word;
            if (column >= run + word - 1) {
                column = first_column;
                row += row_step;
            }
        }
#pragma unroll
        for (int ahead = 0; ahead < together; ++ahead) {
            if (staged[ahead] < 0) continue;
            *reinterpret_cast<std::uint32_t*>(stage + staged[ahead]) = loaded[ahead].value();
        }
    }
}

/// Number of elements that a thread stores at once.
template <class Element>
inline constexpr int packed_vector = packed_store_vector(sizeof(Element));

/// Number of elements in a sector of 32 bytes. The stores of a row start at the sector in which the
/// row begins, so that a store of a warp ends within a sector only at the end of a run.
template <class Element>
inline constexpr int start_units = static_cast<int>(sector_bytes / sizeof(Element));

/// Writes a tile from shared memory, row by row of the output. 2^log2_store_lanes neighbouring
/// threads share a row; each writes vectors of packed_vector elements, which it reads one by one.
template <class Element, class Finish>
__device__ inline void store_tile(const PackedArguments& tile, const TilePlace& place,
                                  const TileRow* rows, const std::uint16_t* in_run,
                                  const Element* stage, Element* out, const Finish& finish) {
    constexpr int vector = packed_vector<Element>;
    const int run = run_left(tile, place.partials, tile.out_run, &PartialBlock::out_run);
    const int lanes = 1 << tile.log2_store_lanes;
    const int lane = (static_cast<int>(threadIdx.x) & (lanes - 1)) * vector;
    for (int r = static_cast<int>(threadIdx.x) >> tile.log2_store_lanes; r < tile.out_rows;
         r += packed_threads >> tile.log2_store_lanes) {
        const TileRow row = rows[r];
        if ((row.absent & place.partials) != 0) continue;
        auto* const target =
            reinterpret_cast<Element*>(reinterpret_cast<char*>(out + place.out) + row.offset);
        const Element* const staged = stage + row.staged;
#pragma unroll 2
        for (int first = lane - misalignment(target, start_units<Element> - 1); first < run;
             first += lanes * vector) {
            store<vector>(target, first, run, finish,
                          [&](int e) { return staged[in_run[first + e]]; });
        }
    }
}

/// Does what store_tile() does, where the output accumulates. A thread loads the old elements of
/// two vectors before it stores the first.
/// Long: one part of a kernel whose words stay in registers.
template <class Element, class Finish>
__device__ inline void add_tile(const PackedArguments& tile, const TilePlace& place,
                                const TileRow* rows, const std::uint16_t* in_run,
                                const Element* stage, Element* out, const Finish& finish) {
    constexpr int vector = packed_vector<Element>;
    constexpr int together = 2;
    const int run = run_left(tile, place.partials, tile.out_run, &PartialBlock::out_run);
    const int lanes = 1 << tile.log2_store_lanes;
    const int lane = (static_cast<int>(threadIdx.x) & (lanes - 1)) * vector;
    const int row_step = packed_threads >> tile.log2_store_lanes;
    int row = static_cast<int>(threadIdx.x) >> tile.log2_store_lanes;
    int column = lane;
    while (row < tile.out_rows) {
        Vector<Element, vector> old[together] = {};
        Element* targets[together] = {};
        const Element* staged[together] = {};
        int first[together];
#pragma unroll
        for (int ahead = 0; ahead < together; ++ahead) {
            first[ahead] = run;
            if (row >= tile.out_rows) continue;
            const TileRow found = rows[row];
            targets[ahead] =
                reinterpret_cast<Element*>(reinterpret_cast<char*>(out + place.out) + found.offset);
            staged[ahead] = stage + found.staged;
            const bool is_there = (found.absent & place.partials) == 0;
            const int begin = column - misalignment(targets[ahead], start_units<Element> - 1);
            if (is_there && begin < run) {
                first[ahead] = begin;
                old[ahead] = load<vector>(targets[ahead], begin, run);
            }
            column += lanes * vector;
            if (!is_there || begin + lanes * vector >= run) {
                column = lane;
                row += row_step;
            }
        }
#pragma unroll
        for (int ahead = 0; ahead < together; ++ahead) {
            if (first[ahead] >= run) continue;
            store<vector>(
                targets[ahead], first[ahead], run, finish,
                [&](int e) { return staged[ahead][in_run[first[ahead] + e]]; }, old[ahead]);
        }
    }
}

/// Number of blocks for which a multiprocessor must have enough registers; 0: no such limit.
/// Kernels that only move elements have no limit. Kernels that scale have one: without it they
/// would take more registers than is worth it.
template <class Finish>
inline constexpr int packed_blocks = std::is_same_v<Finish, Move> ? 0 : 5;

/// Packed and PackedSplit of the cuTT paper: tiles of all modes that are minor on either side, at
/// most two of them split unevenly. A block moves several tiles one after the other where its
/// tables take long to fill.
///
/// Threads: 4 to 32 lanes (more where rows are few) read a row of the input; as many write a row of
/// the output in vectors of 16 bytes (8 for elements shorter than a word), from the sector in which
/// the row begins. Shared memory: 16 bytes for each row of the input and of the output; 2 bytes for
/// each element of a row of the output (its place, counted from the row's place); then in_rows *
/// pitch elements. Banks: the pitch is odd where the output's fastest mode leads from row to row.
template <class Element, class Finish>
__global__ void __launch_bounds__(packed_threads, packed_blocks<Finish>)
    packed_kernel(const __grid_constant__ PackedArguments tile, const Element* in, Element* out,
                  const Finish finish) {
    extern __shared__ uint4 shared_memory[];
    __shared__ TilePlace places[2];
    TileRow* const in_rows = reinterpret_cast<TileRow*>(shared_memory);
    TileRow* const out_rows = in_rows + tile.in_rows;
    auto* const in_run = reinterpret_cast<std::uint16_t*>(out_rows + tile.out_rows);
    Element* const stage =
        reinterpret_cast<Element*>(reinterpret_cast<char*>(shared_memory) + tile.stage_offset);
    const int t = static_cast<int>(threadIdx.x);
    const std::uint32_t first = blockIdx.x * tile.tiles_per_block;
    const std::uint32_t end = min(first + tile.tiles_per_block, tile.loops.tiles);

    share_packed_place(tile, first, places[0]);
    for (int i = packed_threads - 1 - t; i < tile.in_rows; i += packed_threads) {
        in_rows[i] = find_row(tile.in_row, i);
    }
    for (int i = t; i < tile.out_rows; i += packed_threads) out_rows[i] = find_row(tile.out_row, i);
    fill_run(tile.out_element, tile.out_run, in_run);
    for (std::uint32_t number = first; number < end; ++number) {
        __syncthreads();
        const TilePlace& place = places[(number - first) % 2];
        if (finish.reads_input()) {
            if constexpr (word_elements < Element >> 1) {
                load_tile_in_words(tile, place, in_rows, in, stage);
            } else if (tile.whole_lines) {
                load_tile<true>(tile, place, in_rows, in, stage);
            } else {
                load_tile<false>(tile, place, in_rows, in, stage);
            }
        }
        if (number + 1 < end) {
            share_packed_place(tile, number + 1, places[(number + 1 - first) % 2]);
        }
        wait_for_copies();
        __syncthreads();
        if (finish.accumulates()) {
            add_tile(tile, place, out_rows, in_run, stage, out, finish);
        } else {
            store_tile(tile, place, out_rows, in_run, stage, out, finish);
        }
    }
}

}  // namespace ttgt::cuda
