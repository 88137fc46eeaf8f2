// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "contraction/cuda/direct/gett/kernels/sum_warps.cuh"
#include "contraction/cuda/direct/gett/kernels/tile_begin.cuh"
#include "contraction/cuda/direct/gett/kernels/tile_copy.cuh"
#include "contraction/cuda/direct/gett/kernels/tile_store.cuh"
#include "contraction/cuda/direct/gett/kernels/tile_tables.cuh"
#include "contraction/cuda/direct/gett/kernels/warp_tile_float64.cuh"
#include "contraction/cuda/direct/gett/kernels/warp_tile_half.cuh"
#include "contraction/cuda/direct/gett/kernels/warp_tile_lanes.cuh"
#include "contraction/cuda/direct/gett/kernels/warp_tile_tf32.cuh"
#include "contraction/cuda/direct/gett/kernels/warpgroup_tile.cuh"
#include "contraction/cuda/direct/gett/plan/gett_arguments.h"
#include "contraction/cuda/direct/gett/plan/gett_tiles.h"
#include "transpose/cuda/kernels/finish.cuh"
#include "transpose/cuda/kernels/global_access.cuh"

namespace ttgt::cuda {

/// GETT: D = alpha * sum of L * R + beta * D as a matrix product whose operands are read and
/// written where they lie. Tables of offsets, one for each group of modes, say where. A block
/// computes a tile of D for one split of the sums; where sums are short it computes several tiles
/// one after the other, and copies the first slices of the next tile while it writes the last one.
///
/// All threads copy slices of the inputs' tiles to shared memory by asynchronous copies (TileCopy),
/// Tile::stages - 1 slices ahead of the products. Each warp multiplies its rows and columns of the
/// tile (WarpTile) and writes them (store()); where warps share sums (WarpPlace), these are added
/// first. Shared memory: `stages` slices of L, then of R; D's
/// tile, where it is staged, at staged_begin; and the tables, of fixed size. Steps of the staged
/// tiles are padded by the planner so that lanes that read at once meet different banks.
///
/// With `reads_old` the kernel serves calls for which reads_old_early() is true: a tile's old
/// elements of D are on their way while the first products are computed. Other calls have a kernel
/// without this, because the sums' registers are then allocated such that long sums are a fifth
/// faster.
template <class T, ComputeType compute, class Tile, int vector_l, int vector_r,
          bool reads_old = false>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    gett_kernel(const __grid_constant__ GettArguments arguments, const void* l, const void* r, T* d,
                const Scale<ComputeOf<T>> scale) {
    using Sum = ComputeOf<T>;
    using Warp = std::conditional_t<Tile::warpgroups, WarpgroupTile<compute, Tile::warp_columns>,
                                    WarpTile<T, compute, Tile::warp_rows, Tile::warp_columns>>;
    extern __shared__ uint4 shared_memory[];
    __shared__ GettTables<Tile> tables;
    using ShapeL = StageShape<Warp, T, Tile::rows, Tile::inner>;
    using ShapeR = StageShape<Warp, T, Tile::columns, Tile::inner>;
    T* const stages_l = reinterpret_cast<T*>(stages_begin<Tile, compute>(shared_memory));
    T* const stages_r = stages_l + arguments.stages * ShapeL::size(arguments.stage_l);

    // A block that takes several tiles has one split, so that the slices are the same in each tile.
    const GettPlace place = place_of(arguments.tiling, static_cast<int>(blockIdx.x));
    const int begin = place.split * arguments.slices_per_split;
    const int slices = min(arguments.slices_per_split, arguments.slices - begin);
    const std::int64_t inner_begin = std::int64_t{begin} * Tile::inner;
    const std::int64_t inner_end = inner_begin + std::int64_t{slices} * Tile::inner;
    const int inner_positions =
        min(slices * Tile::inner, arguments.inner.size - begin * Tile::inner);
    constexpr int slices_per_run = Tile::table_inner / Tile::inner;
    const auto fill_run = [&](int run) {
        fill_inner<Tile>(arguments, inner_begin + std::int64_t{run} * Tile::table_inner, inner_end,
                         tables.inner_l[run % 2], tables.inner_r[run % 2]);
    };
    TableTurns turns;
    fill_tile(arguments, place, {1, 1, 1}, turns, tables);
    fill_run(0);
    if (slices > slices_per_run) fill_run(1);
    __syncthreads();

    TileCopy<T, Tile::rows, Tile::inner, Tile::threads, vector_l> copy_l(arguments.stage_l);
    TileCopy<T, Tile::columns, Tile::inner, Tile::threads, vector_r> copy_r(arguments.stage_r);
    const auto prefetch = [&](int slice) {
        const int run = slice / slices_per_run % 2;
        const int inner = slice % slices_per_run * Tile::inner;
        copy_l.prefetch(tables.inner_l[run] + inner);
        copy_r.prefetch(tables.inner_r[run] + inner);
    };
    const auto copy_l_part = [&](int slice, int part, int parts) {
        copy_l.copy(part, parts, stages_l + slice % Tile::stages * ShapeL::size(arguments.stage_l));
    };
    const auto copy_r_part = [&](int slice, int part, int parts) {
        copy_r.copy(part, parts, stages_r + slice % Tile::stages * ShapeR::size(arguments.stage_r));
    };
    const auto copy_part = [&](int slice, int part, int parts) {
        if (slice >= slices) return;
        copy_l_part(slice, part, parts);
        copy_r_part(slice, part, parts);
    };
    constexpr int ahead = Tile::stages - 1;
    static_assert(ahead < slices_per_run);
    // Called where no thread reads tables of the slices before `slice + ahead` any more.
    const auto end_slice = [&](int slice) {
        const int next = slice + ahead;
        if (next % slices_per_run == 0 && next + slices_per_run < slices) {
            fill_run(next / slices_per_run + 1);
        }
    };
    // Where D's staged tile takes the memory of the inputs' slices, it is written before the next
    // tile's copies begin.
    const bool store_first = arguments.store == GettStore::staged && arguments.staged_begin == 0;
    const auto begin_tile = [&](const TableTurns& before, const TableTurns& now) {
        const TileTables<Tile> of = tables.of(now);
        const bool is_new_batch = now.batch != before.batch;
        if (is_new_batch || now.rows != before.rows)
            copy_l.begin(static_cast<const T*>(l) + of.batch.in_l, of.rows);
        if (is_new_batch || now.columns != before.columns)
            copy_r.begin(static_cast<const T*>(r) + of.batch.in_r, of.columns);
        // The slices of a short sum are all staged: those of an unchanged side stay.
        const bool are_all_staged = slices <= ahead && !store_first && Tile::sum_warps == 1;
        const bool keeps_l = are_all_staged && !is_new_batch && now.rows == before.rows;
        const bool keeps_r = are_all_staged && !is_new_batch && now.columns == before.columns;
        for (int slice = 0; slice < ahead; ++slice) {
            if (slice < slices) {
                prefetch(slice);
                if (!keeps_l) copy_l_part(slice, 0, 1);
                if (!keeps_r) copy_r_part(slice, 0, 1);
            }
            end_copy_group();
        }
        if (ahead < slices) prefetch(ahead);
    };

    const WarpPlace<Tile> warp_place;
    const TilePosition first = warp_place.first();
    const StageSteps steps_l = ShapeL::steps(arguments.stage_l);
    const StageSteps steps_r = ShapeR::steps(arguments.stage_r);
    const bool conjugate_l = arguments.conjugate_l != 0;
    Scale<Sum> finish = scale;
    finish.conjugate = arguments.conjugate_sums != 0;
    const bool copies_old = reads_old && arguments.store == GettStore::staged;
    if (reads_old && !copies_old) finish.adds = false;  // the sums begin with the old elements
    const int items = arguments.items;
    begin_tile({1, 1, 1}, turns);
    for (int item = static_cast<int>(blockIdx.x); item < items;) {
        const TileTables<Tile> of = tables.of(turns);
        Warp warp;
        if constexpr (reads_old) {
            if (copies_old) {
                copy_old(arguments, of, staged_tile<Sum>(arguments, shared_memory), d);
            } else {
                read_old(arguments, of, warp, first, d);
            }
        }
        TableTurns next_turns = turns;
        const int next_item = item + static_cast<int>(gridDim.x);
        if (next_item < items) {
            const GettPlace next_place = place_of(arguments.tiling, next_item);
            next_turns = tables.turns_of(next_place, turns);
            fill_tile(arguments, next_place, turns, next_turns, tables);
        }
        wait_for_copy_groups<ahead - 1>();
        __syncthreads();
        if constexpr (reads_old) {
            if (!copies_old) scale_old(warp, finish);
        }
        if constexpr (Tile::warpgroups) {
            const WarpgroupMemory<Tile, compute> memory{arguments,
                                                        stages_l + first.free * steps_l.free,
                                                        stages_r, prepared_begin(shared_memory)};
            const auto copy_ahead = [&](int slice) {
                copy_part(slice + ahead, 0, 1);
                if (slice + ahead + 1 < slices) prefetch(slice + ahead + 1);
                end_copy_group();
            };
            const auto wait_for_slice = [] { wait_for_copy_groups<ahead - 2>(); };
            multiply_slices(warp, memory, slices, copy_ahead, wait_for_slice, end_slice);
        } else {
            const auto load = [&](int slice, int k, typename Warp::Fragment& to) {
                const int stage = slice % Tile::stages;
                const T* const slice_l = stages_l + stage * ShapeL::size(arguments.stage_l);
                const T* const slice_r = stages_r + stage * ShapeR::size(arguments.stage_r);
                const int inner = warp_place.first_inner() + k;
                Warp::load(to, slice_l + first.free * steps_l.free + inner * steps_l.inner, steps_l,
                           slice_r + first.other * steps_r.free + inner * steps_r.inner, steps_r);
            };
            typename Warp::Fragment fragment[2];
            load(0, 0, fragment[0]);
            // Fragments are read one step ahead, also over the barrier between slices. The copies
            // of a later slice go to the stage whose slice has just been used up.
            constexpr int steps = WarpPlace<Tile>::inner / Warp::inner_step;
            static_assert(steps % 2 == 0);
            // The last steps of a slice may be beyond the end of a short sum; they are skipped.
            constexpr bool skips_steps = Warp::inner_step >= 8;
            for (int slice = 0; slice < slices; ++slice) {
                const int next = slice + ahead;
#pragma unroll
                for (int step = 0; step < steps; ++step) {
                    constexpr int parts = steps < 4 ? steps : 4;
                    if (step < parts) copy_part(next, step, parts);
                    if (step + 1 == parts && next + 1 < slices) prefetch(next + 1);
                    if (step + 1 < steps) {
                        load(slice, (step + 1) * Warp::inner_step, fragment[(step + 1) % 2]);
                    } else {
                        end_copy_group();
                        wait_for_copy_groups<ahead - 1>();
                        __syncthreads();
                        if (slice + 1 < slices) load(slice + 1, 0, fragment[0]);
                    }
                    if (!skips_steps ||
                        slice * Tile::inner + warp_place.first_inner() + step * Warp::inner_step <
                            inner_positions) {
                        warp.add(fragment[step % 2], conjugate_l);
                    }
                }
                if constexpr (Warp::sums_parts) {
                    constexpr int slices_per_part = 128 / Tile::inner;
                    if (slice % slices_per_part == slices_per_part - 1) warp.end_part();
                }
                end_slice(slice);
            }
        }
        if constexpr (Tile::sum_warps > 1) {
            constexpr int inputs = Tile::inner * (Tile::rows + Tile::columns);
            constexpr int outputs = (Tile::sum_warps - 1) * Tile::rows * Tile::columns;
            static_assert(outputs * sizeof(Sum) <= inputs * sizeof(T));
            add_sums(warp, warp_place, reinterpret_cast<Sum*>(stages_l));
        }
        if (copies_old) {
            wait_for_copies();
            __syncthreads();
        }
        if (next_item < items && !store_first) begin_tile(turns, next_turns);

        if (sizeof(T) < sizeof(Sum) && arguments.keeps_sums != 0) {
            // Partial sums of splits are few and small, so they are written one by one.
            static_assert(Tile::sum_warps == 1 || sizeof(T) == sizeof(Sum));
            store_warp<1, 1>(warp, of.rows.in_d + first.free, of.columns.in_d + first.other,
                             bytes_behind(reinterpret_cast<Sum*>(d), of.batch.in_d), finish);
        } else {
            store<reads_old>(arguments, of, warp, warp_place, shared_memory, d, finish);
        }
        item = next_item;
        __syncthreads();
        if (item < items && store_first) begin_tile(turns, next_turns);
        turns = next_turns;
    }
}

}  // namespace ttgt::cuda
