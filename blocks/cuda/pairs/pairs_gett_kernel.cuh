// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "blocks/cuda/pairs/pairs_gett.h"
#include "blocks/cuda/pairs/pairs_kernel.cuh"
#include "contraction/cuda/direct/gett/kernels/gett_kernel.cuh"

namespace ttgt::cuda {

/// A thread block's tables of offsets, in shared memory.
template <class Tile>
struct PairsTables {
    SideTable<Tile::rows> rows;
    SideTable<Tile::columns> columns;
    BatchTable batch;  ///< zeros: the addresses of blocks include the index of the batch
    /// Offsets in L and R of two runs of table_inner inner positions.
    std::int64_t inner_l[2][Tile::table_inner];
    std::int64_t inner_r[2][Tile::table_inner];
};

/// A table's entry as the 32-bit words that threads copy to shared memory, one each.
template <class Entry>
struct PairsWords {
    static constexpr int count = sizeof(Entry) / sizeof(std::uint32_t);
    static_assert(sizeof(Entry) % sizeof(std::uint32_t) == 0);

    __device__ static std::uint32_t read(const Entry& from, int word) {
        return reinterpret_cast<const std::uint32_t*>(&from)[word];
    }
    __device__ static void write(Entry& to, int word, std::uint32_t value) {
        reinterpret_cast<std::uint32_t*>(&to)[word] = value;
    }
};

/// The blocks of a pair. Words of the next pair's are read while a pair is multiplied.
struct PairsBlocks {
    PairsInput l, r;
    PairsTerm term;
};

/// The calling thread's word of the blocks of pair `p` of a block of D; 0 beyond the last pair.
__device__ inline std::uint32_t next_pairs_word(const PairsArguments& arguments,
                                                const PairsOutput& output, std::uint32_t p) {
    using Words = PairsWords<PairsInput>;
    const int word = static_cast<int>(threadIdx.x);
    if (p >= output.pairs || word >= 2 * Words::count + 2) return 0;
    const PairsTerm term = arguments.terms[output.first_pair + p];
    if (word < Words::count) return Words::read(arguments.l[term.l], word);
    if (word < 2 * Words::count) return Words::read(arguments.r[term.r], word - Words::count);
    return word == 2 * Words::count ? term.l : term.r;
}

/// Finds where a tile's rows and columns lie in D, in bytes; `outside` beyond the block.
template <class T, class Tile>
__device__ inline void find_pairs_outputs(const PairsArguments& arguments,
                                          const PairsOutput& output, const PairsOrigin& origin,
                                          PairsTables<Tile>& tables) {
    for (int i = static_cast<int>(threadIdx.x); i < Tile::rows + Tile::columns;
         i += Tile::threads) {
        const bool is_row = i < Tile::rows;
        const int at = is_row ? i : i - Tile::rows;
        const std::uint32_t number =
            (is_row ? origin.row : origin.column) + static_cast<std::uint32_t>(at);
        const bool is_inside =
            number < static_cast<std::uint32_t>(is_row ? output.rows : output.columns);
        const std::int64_t offset =
            is_row ? pairs_offset(output.row_extent, output.row_stride, arguments.row_modes, number)
                   : pairs_offset(output.column_extent, output.column_stride,
                                  arguments.column_modes, number);
        (is_row ? tables.rows.in_d : tables.columns.in_d)[at] =
            is_inside ? offset * std::int64_t{sizeof(T)} : outside;
    }
    if (threadIdx.x == 0) tables.batch = {0, 0, 0, 0};
}

/// Finds where a tile's rows lie in a pair's L, and its columns in R.
template <class Tile>
__device__ inline void find_pairs_inputs(const PairsArguments& arguments, const PairsOutput& output,
                                         const PairsInput& l, const PairsInput& r,
                                         const PairsOrigin& origin, PairsTables<Tile>& tables) {
    for (int i = static_cast<int>(threadIdx.x); i < Tile::rows + Tile::columns;
         i += Tile::threads) {
        if (i < Tile::rows) {
            const std::int64_t offset =
                pairs_offset(output.row_extent, l.outer_stride, arguments.row_modes,
                             origin.row + static_cast<std::uint32_t>(i));
            tables.rows.in_input[i] = low_bits(offset);
            if (i == 0) tables.rows.first = offset;
        } else {
            const int column = i - Tile::rows;
            const std::int64_t offset =
                pairs_offset(output.column_extent, r.outer_stride, arguments.column_modes,
                             origin.column + static_cast<std::uint32_t>(column));
            tables.columns.in_input[column] = low_bits(offset);
            if (column == 0) tables.columns.first = offset;
        }
    }
}

/// Finds where a run of inner positions lies in both inputs; `outside` beyond the sum.
template <class Tile>
__device__ inline void find_pairs_inners(const PairsArguments& arguments, const PairsInput& l,
                                         const PairsInput& r, int run, PairsTables<Tile>& tables) {
    const int begin = run * Tile::table_inner;
    const int slices_end = (l.inner + Tile::inner - 1) / Tile::inner * Tile::inner;
    const int end = min(Tile::table_inner, slices_end - begin);
    for (int i = static_cast<int>(threadIdx.x); i < end; i += Tile::threads) {
        const int position = begin + i;
        const auto number = static_cast<std::uint32_t>(position);
        const bool is_inside = position < l.inner;
        tables.inner_l[run % 2][i] =
            is_inside ? pairs_offset(l.inner_extent, l.inner_stride, arguments.inner_modes, number)
                      : outside;
        tables.inner_r[run % 2][i] =
            is_inside ? pairs_offset(l.inner_extent, r.inner_stride, arguments.inner_modes, number)
                      : outside;
    }
}

/// D = alpha * (sum over pairs of op(L) * op(R)) + beta * D for many blocks of D in one launch, by
/// the tiles of GETT kernels. A thread block computes a tile of a block of D, and accumulates the
/// block's pairs one after the other, in the order of the table: for each it finds the offsets of
/// rows, columns and inner positions by their digits, and multiplies slices of both inputs as
/// gett_kernel() does, whose parts it uses (TileCopy, WarpTile, store()).
///
/// Shared memory: Tile::stages slices of L, then of R; D's staged tile takes their place.
///
/// Long: barriers separate its steps, which share the stages and sums in registers.
template <class T, class Tile>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    pairs_gett_kernel(const __grid_constant__ PairsArguments arguments,
                      const __grid_constant__ GettArguments staging,
                      const Scale<ComputeOf<T>> scale) {
    using Sum = ComputeOf<T>;
    using Warp = WarpTile<T, ComputeType::full, Tile::warp_rows, Tile::warp_columns>;
    extern __shared__ uint4 shared_memory[];
    __shared__ PairsTables<Tile> tables;
    T* const stages_l = reinterpret_cast<T*>(shared_memory);
    using ShapeL = StageShape<Warp, T, Tile::rows, Tile::inner>;
    using ShapeR = StageShape<Warp, T, Tile::columns, Tile::inner>;
    T* const stages_r = stages_l + Tile::stages * ShapeL::size(staging.stage_l);

    __shared__ PairsOutput output;
    __shared__ PairsBlocks blocks;
    const PairsTile tile = arguments.tiles[blockIdx.x];
    using OutputWords = PairsWords<PairsOutput>;
    using BlockWords = PairsWords<PairsBlocks>;
    static_assert(OutputWords::count <= Tile::threads && BlockWords::count <= Tile::threads);
    const int own_word = static_cast<int>(threadIdx.x);
    if (own_word < OutputWords::count) {
        OutputWords::write(output, own_word,
                           OutputWords::read(arguments.outputs[tile.output], own_word));
    }
    __syncthreads();
    const std::uint32_t row_tiles =
        (static_cast<std::uint32_t>(output.rows) + Tile::rows - 1) / Tile::rows;
    const std::uint32_t column_tiles =
        (static_cast<std::uint32_t>(output.columns) + Tile::columns - 1) / Tile::columns;
    const std::uint32_t above = tile.number / row_tiles;
    const PairsOrigin origin{tile.number % row_tiles * Tile::rows,
                             above % column_tiles * Tile::columns, above / column_tiles};
    find_pairs_outputs<T>(arguments, output, origin, tables);

    static_assert(Tile::sum_warps == 1);
    const WarpPlace<Tile> warp_place;
    const TilePosition first = warp_place.first();
    const StageSteps steps_l = ShapeL::steps(staging.stage_l);
    const StageSteps steps_r = ShapeR::steps(staging.stage_r);
    const bool conjugate_l = staging.conjugate_l != 0;
    TileCopy<T, Tile::rows, Tile::inner, Tile::threads, 1> copy_l(staging.stage_l);
    TileCopy<T, Tile::columns, Tile::inner, Tile::threads, 1> copy_r(staging.stage_r);
    constexpr int slices_per_run = Tile::table_inner / Tile::inner;
    constexpr int ahead = Tile::stages - 1;
    static_assert(ahead < slices_per_run);
    const auto prefetch = [&](int slice) {
        const int run = slice / slices_per_run % 2;
        const int inner = slice % slices_per_run * Tile::inner;
        copy_l.prefetch(tables.inner_l[run] + inner);
        copy_r.prefetch(tables.inner_r[run] + inner);
    };
    const auto load = [&](int slice, int k, typename Warp::Fragment& to) {
        const int stage = slice % Tile::stages;
        const T* const slice_l = stages_l + stage * ShapeL::size(staging.stage_l);
        const T* const slice_r = stages_r + stage * ShapeR::size(staging.stage_r);
        Warp::load(to, slice_l + first.free * steps_l.free + k * steps_l.inner, steps_l,
                   slice_r + first.other * steps_r.free + k * steps_r.inner, steps_r);
    };
    Warp warp;
    std::uint32_t word = next_pairs_word(arguments, output, 0);
    for (std::uint32_t p = 0; p < output.pairs; ++p) {
        if (own_word < BlockWords::count) BlockWords::write(blocks, own_word, word);
        __syncthreads();
        const PairsInput& l = blocks.l;
        const PairsInput& r = blocks.r;
        const int slices = (l.inner + Tile::inner - 1) / Tile::inner;
        if (slices == 0) {
            word = next_pairs_word(arguments, output, p + 1);
            __syncthreads();
            continue;
        }
        find_pairs_inputs(arguments, output, l, r, origin, tables);
        find_pairs_inners(arguments, l, r, 0, tables);
        if (slices > slices_per_run) find_pairs_inners(arguments, l, r, 1, tables);
        __syncthreads();
        const auto batch_offset = [&](const PairsInput& input) {
            return pairs_offset(output.batch_extent, input.batch_stride, arguments.batch_modes,
                                origin.batch);
        };
        copy_l.begin(reinterpret_cast<const T*>(pairs_block(arguments.places[1], blocks.term.l)) +
                         batch_offset(l),
                     tables.rows);
        copy_r.begin(reinterpret_cast<const T*>(pairs_block(arguments.places[2], blocks.term.r)) +
                         batch_offset(r),
                     tables.columns);
        const auto copy_part = [&](int slice, int part, int parts) {
            if (slice >= slices) return;
            const int stage = slice % Tile::stages;
            copy_l.copy(part, parts, stages_l + stage * ShapeL::size(staging.stage_l));
            copy_r.copy(part, parts, stages_r + stage * ShapeR::size(staging.stage_r));
        };
        for (int slice = 0; slice < ahead; ++slice) {
            prefetch(slice);
            copy_part(slice, 0, 1);
            end_copy_group();
        }
        prefetch(ahead);
        word = next_pairs_word(arguments, output, p + 1);
        typename Warp::Fragment fragment[2];
        wait_for_copy_groups<ahead - 1>();
        __syncthreads();
        load(0, 0, fragment[0]);
        // As in gett_kernel(): fragments are read one step ahead, also over the barrier between
        // slices. The copies of a later slice go to the stage whose slice has just been used up.
        constexpr int steps = Tile::inner / Warp::inner_step;
        static_assert(steps % 2 == 0);
        for (int slice = 0; slice < slices; ++slice) {
            const int next = slice + ahead;
#pragma unroll
            for (int step = 0; step < steps; ++step) {
                constexpr int parts = steps < 4 ? steps : 4;
                if (step < parts) copy_part(next, step, parts);
                if (step + 1 == parts) prefetch(next + 1);
                if (step + 1 < steps) {
                    load(slice, (step + 1) * Warp::inner_step, fragment[(step + 1) % 2]);
                } else {
                    end_copy_group();
                    wait_for_copy_groups<ahead - 1>();
                    __syncthreads();
                    if (slice + 1 < slices) load(slice + 1, 0, fragment[0]);
                }
                warp.add(fragment[step % 2], conjugate_l);
            }
            if (next % slices_per_run == 0 && next + slices_per_run < slices) {
                find_pairs_inners(arguments, l, r, next / slices_per_run + 1, tables);
            }
        }
    }

    Scale<Sum> finish = scale;
    finish.conjugate = staging.conjugate_sums != 0;
    T* const d =
        reinterpret_cast<T*>(pairs_block(arguments.places[0], output.block)) +
        pairs_offset(output.batch_extent, output.batch_stride, arguments.batch_modes, origin.batch);
    __syncthreads();  // where no pair has a sum, the tables are read first here
    store<false>(staging, TileTables<Tile>{tables.rows, tables.columns, tables.batch}, warp,
                 warp_place, shared_memory, d, finish);
}

}  // namespace ttgt::cuda
