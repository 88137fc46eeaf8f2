// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/gett_arguments.h"
#include "contraction/cuda/direct/gett/gett_tables.cuh"
#include "contraction/cuda/direct/gett/gett_tiles.h"
#include "contraction/cuda/direct/gett/warp_tile_float64.cuh"
#include "contraction/cuda/direct/gett/warp_tile_half.cuh"
#include "contraction/cuda/direct/gett/warp_tile_lanes.cuh"
#include "contraction/cuda/direct/gett/warp_tile_tf32.cuh"
#include "transpose/cuda/finish.cuh"
#include "transpose/cuda/global_access.cuh"

namespace ttgt::cuda {

/// Offsets of a tile's rows and columns, and of its batch. Those of inputs lie within 2^31 of the
/// tile's first, so that 32 bits of them are enough.
template <class Tile>
struct TileTables {
    std::int64_t row_d[Tile::rows];
    std::int64_t column_d[Tile::columns];
    std::int32_t row_l[Tile::rows];
    std::int32_t column_r[Tile::columns];
    std::int64_t first_row_l;
    std::int64_t first_column_r;
    std::int64_t batch_d;
    std::int64_t batch_l;
    std::int64_t batch_r;
};

/// Those of the tile in work and of the block's next one; of two runs of inner positions: while one
/// is in use, the next is filled in.
template <class Tile>
struct GettTables {
    TileTables<Tile> tile[2];
    std::int64_t inner_l[2][Tile::table_inner];
    std::int64_t inner_r[2][Tile::table_inner];
};

/// Each thread finds a row, a column, the first of either, or the batch, so that a block of a small
/// tile finds all at once.
template <class Tile>
__device__ inline void fill_tile(const GettArguments& arguments, const GettPlace& place,
                                 TileTables<Tile>& to) {
    constexpr int sides = Tile::rows + Tile::columns;
    const auto first_row = static_cast<std::uint32_t>(place.row_tile * Tile::rows);
    const auto first_column = static_cast<std::uint32_t>(place.column_tile * Tile::columns);
    for (int i = static_cast<int>(threadIdx.x); i < sides + 3; i += Tile::threads) {
        if (i < Tile::rows) {
            const OffsetPair at =
                offsets_of(arguments, arguments.rows, first_row + static_cast<std::uint32_t>(i),
                           gett_d, gett_l);
            to.row_d[i] = at.first;
            to.row_l[i] = low_bits(at.second);
        } else if (i < sides) {
            const int c = i - Tile::rows;
            const OffsetPair at =
                offsets_of(arguments, arguments.columns,
                           first_column + static_cast<std::uint32_t>(c), gett_d, gett_r);
            to.column_d[c] = at.first;
            to.column_r[c] = low_bits(at.second);
        } else if (i == sides) {
            const auto batch = static_cast<std::uint32_t>(place.batch);
            const OffsetPair inputs = offsets_of(arguments, arguments.batch, batch, gett_l, gett_r);
            to.batch_l = inputs.first;
            to.batch_r = inputs.second;
            to.batch_d = offsets_of(arguments, arguments.batch, batch, gett_d, gett_l).first +
                         place.split * arguments.split_stride;
        } else if (i == sides + 1) {
            to.first_row_l =
                index_place(arguments, arguments.rows, first_row, gett_d, gett_l).offsets.second;
        } else {
            to.first_column_r =
                index_place(arguments, arguments.columns, first_column, gett_d, gett_r)
                    .offsets.second;
        }
    }
}

/// Fills in the inner positions from `begin` on; those from `end` on are outside.
template <class Tile>
__device__ inline void fill_inner(const GettArguments& arguments, std::int64_t begin,
                                  std::int64_t end, std::int64_t* of_l, std::int64_t* of_r) {
    for (int i = static_cast<int>(threadIdx.x); i < Tile::table_inner; i += Tile::threads) {
        OffsetPair at{outside, outside};
        if (begin + i < end) {
            at = offsets_of(arguments, arguments.inner, static_cast<std::uint32_t>(begin + i),
                            gett_l, gett_r);
        }
        of_l[i] = at.first;
        of_r[i] = at.second;
    }
}

struct TilePosition {
    int free;
    int other;
};

/// The bits of a walk from `first` on that are set in `position`.
template <int first, int bits>
__device__ inline TilePosition walk_bits(const TileWalk& walk, int position) {
    TilePosition at{0, 0};
#pragma unroll
    for (int b = 0; b < bits; ++b) {
        if ((position >> b & 1) == 0) continue;
        at.free += walk.free[first + b];
        at.other += walk.other[first + b];
    }
    return at;
}

/// Elements of 16 bytes.
template <class Element>
inline constexpr int vector_elements = 16 / static_cast<int>(sizeof(Element));

template <int n>
inline constexpr int log2_of = n > 1 ? 1 + log2_of<n / 2> : 0;
template <>
inline constexpr int log2_of<0> = 0;
/// Tiles are walked through as if their sides were powers of two.
template <int n>
inline constexpr int side_of = 1 << log2_of<2 * n - 1>;

/// How a thread copies its part of an input's tiles to shared memory, `vector` elements at a time,
/// zeros where outside: always at one inner position, so that its rows' (columns') offsets stay.
template <class T, int free_size, int inner_size, int threads, int vector>
class TileCopy {
public:
    __device__ explicit TileCopy(const GettStage& stage)
        : stage_(stage),
          start_(walk_bits<0, log2_of<threads>>(stage.walk, static_cast<int>(threadIdx.x))),
          to_(start_.free * stage.free_step + start_.other * stage.inner_step) {}

    /// The tile whose first row (column) lies at `from`, `first` beyond the operand's beginning;
    /// `in_d` says which are outside.
    __device__ void begin(const T* from, std::int64_t first, const std::int32_t* offsets,
                          const std::int64_t* in_d) {
        from_ = from;
#pragma unroll
        for (int i = 0; i < each; ++i) {
            const int f = start_.free + step(i);
            const bool is_inside = f < free_size && in_d[f] > lowest_offset;
            offset_[i] = is_inside ? low_bits(std::int64_t{offsets[f]} - first) : outside_tile;
        }
    }

    /// Reads where the next slice's inner positions lie.
    __device__ void prefetch(const std::int64_t* inner_offsets) {
        inner_ = inner_offsets[start_.other];
    }

    /// One of `parts` parts of a slice.
    __device__ void copy(int part, int parts, T* to) const {
        const bool is_inside = inner_ > lowest_offset;
#pragma unroll
        for (int i = 0; i < each; ++i) {
            if (i * parts / each != part) continue;
            if (side_of<free_size> != free_size && start_.free + step(i) >= free_size) continue;
            const bool reads = is_inside && offset_[i] != outside_tile;
            copy_async_or_zero(
                reinterpret_cast<Unit*>(to + to_ + step(i) * stage_.free_step),
                reinterpret_cast<const Unit*>(from_ + (reads ? inner_ + offset_[i] : 0)), reads);
        }
    }

private:
    using Unit = Vector<T, vector>;
    static constexpr int each = side_of<free_size> * inner_size / threads / vector;
    static_assert(each > 0);

    __device__ int step(int i) const {
        return walk_bits<log2_of<threads>, log2_of<each>>(stage_.walk, i).free;
    }

    const GettStage& stage_;
    TilePosition start_;
    int to_;
    const T* from_ = nullptr;
    std::int32_t offset_[each];
    std::int64_t inner_ = 0;
};

/// Writes a warp's outputs from its registers, `row_run` by `column_run` at a time.
template <int row_run, int column_run, class Warp, class Out, class Sum>
__device__ inline void store_warp(const Warp& warp, const std::int64_t* rows,
                                  const std::int64_t* columns, Out* d, const Scale<Sum>& finish) {
    constexpr int run = row_run * column_run;
    const bool is_plain = finish.is_plain();
#pragma unroll
    for (int i = 0; i < Warp::rows; i += row_run) {
        const std::int64_t row = rows[Warp::row(i)];
        if (is_plain) {
#pragma unroll
            for (int j = 0; j < Warp::columns; j += column_run) {
                const std::int64_t offset = row + columns[Warp::column(j)];
                if (offset <= lowest_offset) continue;
                Vector<Out, run> value;
#pragma unroll
                for (int e = 0; e < run; ++e)
                    value.element[e] = narrowed<Out>(warp.value(i + e % row_run, j + e / row_run));
                *reinterpret_cast<Vector<Out, run>*>(d + offset) = value;
            }
            continue;
        }
        Vector<Out, run> old[Warp::columns / column_run] = {};
        if (finish.accumulates()) {
#pragma unroll
            for (int j = 0; j < Warp::columns; j += column_run) {
                const std::int64_t offset = row + columns[Warp::column(j)];
                if (offset <= lowest_offset) continue;
                old[j / column_run] = *reinterpret_cast<const Vector<Out, run>*>(d + offset);
            }
        }
#pragma unroll
        for (int j = 0; j < Warp::columns; j += column_run) {
            const std::int64_t offset = row + columns[Warp::column(j)];
            if (offset <= lowest_offset) continue;
            Vector<Out, run> value;
#pragma unroll
            for (int e = 0; e < run; ++e) {
                value.element[e] =
                    narrowed<Out>(finish(warp.value(i + e % row_run, j + e / row_run),
                                         promoted(old[j / column_run].element[e])));
            }
            *reinterpret_cast<Vector<Out, run>*>(d + offset) = value;
        }
    }
}

/// Writes D's tile, which is staged in shared memory, in the order of the walk.
template <class Tile, int vector, class Out, class Sum>
__device__ inline void store_vectors(const GettArguments& arguments, const TileTables<Tile>& tables,
                                     const Sum* staged, Out* d, const Scale<Sum>& finish) {
    constexpr int count = side_of<Tile::rows> * side_of<Tile::columns> / vector;
    constexpr int log2_threads = log2_of<Tile::threads>;
    constexpr int each = (count + Tile::threads - 1) / Tile::threads;
    const auto t = static_cast<int>(threadIdx.x);
    const TilePosition start = walk_bits<0, log2_threads>(arguments.store_walk, t);
#pragma unroll 4
    for (int i = 0; i < each; ++i) {
        if (count < Tile::threads && t >= count) break;
        const TilePosition step = walk_bits<log2_threads, log2_of<each>>(arguments.store_walk, i);
        const int row = start.free + step.free;
        const int column = start.other + step.other;
        if (row >= Tile::rows || column >= Tile::columns) continue;
        const std::int64_t offset = tables.row_d[row] + tables.column_d[column];
        if (offset <= lowest_offset) continue;
        auto* const to = reinterpret_cast<Vector<Out, vector>*>(d + offset);
        const Sum* const sums =
            staged + row * arguments.staged_row + column * arguments.staged_column;
        constexpr int together = vector_elements<Sum> < vector ? vector_elements<Sum> : vector;
        Vector<Sum, together> sum[vector / together];
#pragma unroll
        for (int v = 0; v < vector / together; ++v)
            sum[v] = reinterpret_cast<const Vector<Sum, together>*>(sums)[v];
        Vector<Out, vector> old{};
        if (finish.accumulates()) old = *to;
        Vector<Out, vector> value;
#pragma unroll
        for (int e = 0; e < vector; ++e) {
            value.element[e] = narrowed<Out>(
                finish(sum[e / together].element[e % together], promoted(old.element[e])));
        }
        *to = value;
    }
}

template <class Tile, class Warp, class Out, class Sum>
__device__ inline void store_staged(const GettArguments& arguments, const TileTables<Tile>& tables,
                                    const Warp& warp, const TilePosition& first, Sum* staged,
                                    Out* d, const Scale<Sum>& finish) {
#pragma unroll
    for (int i = 0; i < Warp::rows; ++i) {
#pragma unroll
        for (int j = 0; j < Warp::columns; ++j) {
            staged[(first.free + Warp::row(i)) * arguments.staged_row +
                   (first.other + Warp::column(j)) * arguments.staged_column] = warp.value(i, j);
        }
    }
    __syncthreads();
    constexpr int widest = vector_elements<Out>;
    if (widest > 1 && arguments.store_vector > 1) {
        store_vectors<Tile, widest>(arguments, tables, staged, d, finish);
    } else {
        store_vectors<Tile, 1>(arguments, tables, staged, d, finish);
    }
}

/// Writes a warp's outputs, which begin at a row (free) and a column (other) of D's tile.
template <class Tile, class Warp, class Out, class Sum>
__device__ inline void store(const GettArguments& arguments, const TileTables<Tile>& tables,
                             const Warp& warp, const TilePosition& first, void* staged, Out* d,
                             const Scale<Sum>& finish) {
    d += tables.batch_d;
    const std::int64_t* const rows = tables.row_d + first.free;
    const std::int64_t* const columns = tables.column_d + first.other;
    if (arguments.store == GettStore::staged) {
        store_staged<Tile>(arguments, tables, warp, first, static_cast<Sum*>(staged), d, finish);
    } else if (Warp::row_run > 1 && arguments.store == GettStore::along_rows) {
        store_warp<Warp::row_run, 1>(warp, rows, columns, d, finish);
    } else if (Warp::column_run > 1 && arguments.store == GettStore::along_columns) {
        store_warp<1, Warp::column_run>(warp, rows, columns, d, finish);
    } else {
        store_warp<1, 1>(warp, rows, columns, d, finish);
    }
}

/// GETT: a matrix product whose inputs are read, and whose output is written, where they lie.
/// Tables of offsets per group say where; the inputs' tiles go to shared memory by asynchronous
/// copies, `stages` slices ahead of the products. A block takes several tiles where sums are short:
/// the next one's copies are under way while the last one is written.
template <class T, ComputeType compute, class Tile, int vector_l, int vector_r>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    gett_kernel(const __grid_constant__ GettArguments arguments, const void* l, const void* r, T* d,
                const Scale<ComputeOf<T>> finish) {
    using Sum = ComputeOf<T>;
    using Warp = WarpTile<T, compute, Tile::warp_rows, Tile::warp_columns>;
    extern __shared__ uint4 shared_memory[];
    __shared__ GettTables<Tile> tables;
    T* const stages_l = reinterpret_cast<T*>(shared_memory);
    T* const stages_r = stages_l + Tile::stages * arguments.stage_l.size;

    // Blocks that take several tiles have all inner positions in each.
    GettPlace place = place_of(arguments.tiling, static_cast<int>(blockIdx.x));
    const int begin = place.split * arguments.slices_per_split;
    const int slices = min(arguments.slices_per_split, arguments.slices - begin);
    const std::int64_t inner_begin = std::int64_t{begin} * Tile::inner;
    const std::int64_t inner_end = inner_begin + std::int64_t{slices} * Tile::inner;
    constexpr int slices_per_run = Tile::table_inner / Tile::inner;
    const auto fill_run = [&](int run) {
        fill_inner<Tile>(arguments, inner_begin + std::int64_t{run} * Tile::table_inner, inner_end,
                         tables.inner_l[run % 2], tables.inner_r[run % 2]);
    };
    fill_tile(arguments, place, tables.tile[0]);
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
    const auto copy_part = [&](int slice, int part, int parts) {
        if (slice >= slices) return;
        const int stage = slice % Tile::stages;
        copy_l.copy(part, parts, stages_l + stage * arguments.stage_l.size);
        copy_r.copy(part, parts, stages_r + stage * arguments.stage_r.size);
    };
    constexpr int ahead = Tile::stages - 1;
    static_assert(ahead < slices_per_run);
    const auto begin_tile = [&](const TileTables<Tile>& of) {
        copy_l.begin(static_cast<const T*>(l) + of.batch_l + of.first_row_l, of.first_row_l,
                     of.row_l, of.row_d);
        copy_r.begin(static_cast<const T*>(r) + of.batch_r + of.first_column_r, of.first_column_r,
                     of.column_r, of.column_d);
        for (int slice = 0; slice < ahead; ++slice) {
            prefetch(slice);
            copy_part(slice, 0, 1);
            end_copy_group();
        }
        prefetch(ahead);
    };

    const int warp_number = static_cast<int>(threadIdx.x) / 32;
    const int first_row = warp_number % (Tile::rows / Tile::warp_rows) * Tile::warp_rows;
    const int first_column = warp_number / (Tile::rows / Tile::warp_rows) * Tile::warp_columns;
    const StageSteps steps_l{arguments.stage_l.free_step, arguments.stage_l.inner_step};
    const StageSteps steps_r{arguments.stage_r.free_step, arguments.stage_r.inner_step};
    const bool conjugate_l = arguments.conjugate_l != 0;
    const bool conjugate_r = arguments.conjugate_r != 0;
    const auto load = [&](int slice, int k, typename Warp::Fragment& to) {
        const int stage = slice % Tile::stages;
        Warp::load(to,
                   stages_l + stage * arguments.stage_l.size + first_row * steps_l.free +
                       k * steps_l.inner,
                   steps_l,
                   stages_r + stage * arguments.stage_r.size + first_column * steps_r.free +
                       k * steps_r.inner,
                   steps_r);
    };
    const int items = arguments.items;
    const bool is_staged = arguments.store == GettStore::staged;
    begin_tile(tables.tile[0]);
    int turn = 0;
    for (int item = static_cast<int>(blockIdx.x); item < items; turn = 1 - turn) {
        const TileTables<Tile>& of = tables.tile[turn];
        const int next_item = item + static_cast<int>(gridDim.x);
        if (next_item < items) {
            place = place_of(arguments.tiling, next_item);
            fill_tile(arguments, place, tables.tile[1 - turn]);
        }
        Warp warp;
        typename Warp::Fragment fragment[2];
        wait_for_copy_groups<ahead - 1>();
        __syncthreads();
        load(0, 0, fragment[0]);
        // Fragments are read one step ahead, over the barrier between slices too; the copies of a
        // later slice go to the stage that the last slice left.
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
                warp.add(fragment[step % 2], conjugate_l, conjugate_r);
            }
            if constexpr (Warp::sums_parts) {
                constexpr int slices_per_part = 128 / Tile::inner;
                if (slice % slices_per_part == slices_per_part - 1) warp.end_part();
            }
            if (next % slices_per_run == 0 && next + slices_per_run < slices) {
                fill_run(next / slices_per_run + 1);
            }
        }
        if (next_item < items && !is_staged) begin_tile(tables.tile[1 - turn]);

        const TilePosition first{first_row, first_column};
        if (sizeof(T) < sizeof(Sum) && arguments.keeps_sums != 0) {
            // Splits are few and small: their sums are written one by one.
            store_warp<1, 1>(warp, of.row_d + first_row, of.column_d + first_column,
                             reinterpret_cast<Sum*>(d) + of.batch_d, finish);
        } else {
            store(arguments, of, warp, first, shared_memory, d, finish);
        }
        item = next_item;
        __syncthreads();
        if (item < items && is_staged) begin_tile(tables.tile[1 - turn]);
    }
}

}  // namespace ttgt::cuda
