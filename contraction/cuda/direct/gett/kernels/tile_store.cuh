// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "contraction/cuda/direct/gett/kernels/gett_walk.cuh"
#include "contraction/cuda/direct/gett/kernels/sum_warps.cuh"
#include "contraction/cuda/direct/gett/kernels/tile_begin.cuh"
#include "contraction/cuda/direct/gett/kernels/tile_tables.cuh"
#include "contraction/cuda/direct/gett/kernels/warp_tile.cuh"
#include "transpose/cuda/kernels/finish.cuh"
#include "transpose/cuda/kernels/global_access.cuh"

namespace ttgt::cuda {

/// For values that are written as they are.
template <class Sum>
__device__ inline Scale<Sum> plain_scale() {
    return {ElementTraits<Sum>::of_real(1), Sum{}, false, true, false};
}

/// Calls write(std::true_type) where sums are D as they are (alpha is 1, beta 0), else
/// write(std::false_type).
template <class Sum, class Write>
__device__ inline void write_finished(const Scale<Sum>& finish, const Write& write) {
    if (finish.is_plain()) {
        write(std::true_type{});
    } else {
        write(std::false_type{});
    }
}

/// Writes a warp's outputs from its registers to D, `row_run` by `column_run` outputs of a lane at
/// a time. `rows` and `columns` are the offsets in D of the warp's rows and columns, in bytes.
template <int row_run, int column_run, class Warp, class Out, class Sum>
__device__ inline void store_warp(const Warp& warp, const std::int64_t* rows,
                                  const std::int64_t* columns, Out* d, const Scale<Sum>& finish) {
    constexpr int run = row_run * column_run;
    constexpr int runs = Warp::columns / column_run;
    // A few offsets of columns stay in registers; many are cheaper to read again for each row.
    constexpr bool keeps_columns = runs <= 4;
    std::int64_t kept[keeps_columns ? runs : 1];
#pragma unroll
    for (int j = 0; keeps_columns && j < runs; ++j) kept[j] = columns[Warp::column(j * column_run)];
    const auto column = [&](int j) {
        return keeps_columns ? kept[keeps_columns ? j : 0] : columns[Warp::column(j * column_run)];
    };
    keep_in_register(d);
    write_finished(finish, [&](auto plain) {
        constexpr bool is_plain = decltype(plain)::value;
        std::int64_t next_row = rows[Warp::row(0)];
#pragma unroll
        for (int i = 0; i < Warp::rows; i += row_run) {
            const std::int64_t row = next_row;
            if (i + row_run < Warp::rows) next_row = rows[Warp::row(i + row_run)];
            if (is_outside(row)) continue;
            Out* const begin = bytes_behind(d, row);
            Vector<Out, run> old[runs] = {};
#pragma unroll
            for (int j = 0; j < runs; ++j) {
                if (is_plain || !finish.accumulates() || is_outside(column(j))) continue;
                old[j] = *reinterpret_cast<const Vector<Out, run>*>(bytes_behind(begin, column(j)));
            }
#pragma unroll
            for (int j = 0; j < runs; ++j) {
                if (is_outside(column(j))) continue;
                Vector<Out, run> value;
#pragma unroll
                for (int e = 0; e < run; ++e) {
                    const Sum sum = warp.value(i + e % row_run, j * column_run + e / row_run);
                    value.element[e] =
                        narrowed<Out>(is_plain ? sum : finish(sum, promoted(old[j].element[e])));
                }
                *reinterpret_cast<Vector<Out, run>*>(bytes_behind(begin, column(j))) = value;
            }
        }
    });
}

/// A transpose among four neighbouring lanes, which have four words each: word j of lane i becomes
/// word i of lane j.
__device__ inline void exchange_words(std::uint32_t (&word)[4]) {
    constexpr unsigned all_lanes = 0xffffffffU;
    const bool is_odd = (lane_id() & 1) != 0;
    const bool is_upper = (lane_id() & 2) != 0;
#pragma unroll
    for (int i = 0; i < 4; i += 2) {
        const std::uint32_t other = __shfl_xor_sync(all_lanes, is_odd ? word[i] : word[i + 1], 1);
        word[i] = is_odd ? other : word[i];
        word[i + 1] = is_odd ? word[i + 1] : other;
    }
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const std::uint32_t other = __shfl_xor_sync(all_lanes, is_upper ? word[i] : word[i + 2], 2);
        word[i] = is_upper ? other : word[i];
        word[i + 2] = is_upper ? word[i + 2] : other;
    }
}

/// Writes a warp's outputs of 16 bits to D, `vector` consecutive columns at a time. A lane has two
/// columns of each eight; four lanes exchange theirs first, so that each has eight consecutive
/// columns. `rows` and `columns` are the offsets in D of the warp's rows and columns, in bytes.
/// Long: one part of a kernel whose values stay in registers.
template <int vector, class Warp, class Out, class Sum>
__device__ inline void store_exchanged(const Warp& warp, const std::int64_t* rows,
                                       const std::int64_t* columns, Out* d,
                                       const Scale<Sum>& finish) {
    constexpr int columns_each = 8;
    constexpr int vectors = columns_each / vector;
    const int own_column = lane_id() % 4 * columns_each;
    keep_in_register(d);
    write_finished(finish, [&](auto plain) {
        constexpr bool is_plain = decltype(plain)::value;
#pragma unroll
        for (int first = 0; first < Warp::columns; first += columns_each) {
            std::int64_t column[vectors];
#pragma unroll
            for (int v = 0; v < vectors; ++v) {
                column[v] = columns[first * 4 + own_column + v * vector];
            }
            std::int64_t next_row = rows[Warp::row(0)];
#pragma unroll
            for (int i = 0; i < Warp::rows; ++i) {
                const std::int64_t row = next_row;
                if (i + 1 < Warp::rows) next_row = rows[Warp::row(i + 1)];
                Out value[columns_each];
                if constexpr (is_plain) {
                    std::uint32_t word[4];
#pragma unroll
                    for (int j = 0; j < 4; ++j) {
                        const Vector<Out, 2> pair{narrowed<Out>(warp.value(i, first + 2 * j)),
                                                  narrowed<Out>(warp.value(i, first + 2 * j + 1))};
                        word[j] = *reinterpret_cast<const std::uint32_t*>(&pair);
                    }
                    exchange_words(word);
#pragma unroll
                    for (int j = 0; j < 4; ++j) {
                        const auto pair = *reinterpret_cast<const Vector<Out, 2>*>(&word[j]);
                        value[2 * j] = pair.element[0];
                        value[2 * j + 1] = pair.element[1];
                    }
                } else {
                    std::uint32_t sums[2][4];
#pragma unroll
                    for (int e = 0; e < 2; ++e) {
#pragma unroll
                        for (int j = 0; j < 4; ++j)
                            sums[e][j] = __float_as_uint(warp.value(i, first + 2 * j + e));
                        exchange_words(sums[e]);
                    }
#pragma unroll
                    for (int v = 0; v < vectors; ++v) {
                        const std::int64_t offset = row + column[v];
                        Vector<Out, vector> old{};
                        if (finish.accumulates() && !is_outside(offset))
                            old = *reinterpret_cast<const Vector<Out, vector>*>(
                                bytes_behind(d, offset));
#pragma unroll
                        for (int e = 0; e < vector; ++e) {
                            const int at = v * vector + e;
                            value[at] = narrowed<Out>(finish(__uint_as_float(sums[at % 2][at / 2]),
                                                             promoted(old.element[e])));
                        }
                    }
                }
                if (is_outside(row)) continue;
                Out* const begin = bytes_behind(d, row);
#pragma unroll
                for (int v = 0; v < vectors; ++v) {
                    if (is_outside(column[v])) continue;
                    Vector<Out, vector> written;
#pragma unroll
                    for (int e = 0; e < vector; ++e) written.element[e] = value[v * vector + e];
                    *reinterpret_cast<Vector<Out, vector>*>(bytes_behind(begin, column[v])) =
                        written;
                }
            }
        }
    });
}

/// Elements of shared memory from a staged tile of D to a place in it.
__device__ inline int staged_place(const GettArguments& arguments, const TilePosition& at) {
    return at.free * arguments.staged_row + at.other * arguments.staged_column;
}

/// Writes D's tile from shared memory (`staged`) to D, `vector` elements at a time, in the order of
/// store_walk; all threads of the block take part. A thread reads the sums of some vectors before
/// it writes them, and no read depends on the result of another one. D's address stays in
/// registers, as does the way from a turn's first place to its other ones: what is computed again
/// for each vector takes longer than the write.
/// Long: one part of a kernel whose values stay in registers.
template <class Tile, int vector, class Out, class Sum>
__device__ inline void store_vectors(const GettArguments& arguments, const TileTables<Tile>& tables,
                                     const Sum* staged, Out* d, const Scale<Sum>& finish) {
    constexpr int count = side_of<Tile::rows> * side_of<Tile::columns> / vector;
    constexpr int log2_threads = log2_of<Tile::threads>;
    constexpr int each = (count + Tile::threads - 1) / Tile::threads;
    constexpr int together = vector_elements<Sum> < vector ? vector_elements<Sum> : vector;
    using Sums = Vector<Sum, together>;
    const auto t = static_cast<int>(threadIdx.x);
    if (count < Tile::threads && t >= count) return;
    const TileWalk& walk = arguments.store_walk;
    const TilePosition start = walk_bits<0, log2_threads>(walk, t);
    keep_in_register(d);
    write_finished(finish, [&](auto plain) {
        constexpr bool is_plain = decltype(plain)::value;
        // Where more than three blocks share a multiprocessor, they have no registers for more.
        constexpr int most_ahead = Tile::blocks > 3 ? 4 : 8;
        constexpr int ahead = each < most_ahead ? each : most_ahead;
        constexpr int log2_ahead = log2_of<ahead>;
        // Places of a turn after its first one, and the elements of shared memory to them.
        TilePosition step[ahead];
        int staged_step[ahead];
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            step[i] = walk_bits<log2_threads, log2_ahead>(walk, i);
            staged_step[i] = staged_place(arguments, step[i]);
            keep_in_register(staged_step[i]);
        }
#pragma unroll 1
        for (int turn = 0; turn < each / ahead; ++turn) {
            const TilePosition first =
                start +
                walk_bits<log2_threads + log2_ahead, log2_of<each> - log2_ahead>(walk, turn);
            // All places of a turn come after its first one.
            if (!in_side<Tile::rows>(first.free) || !in_side<Tile::columns>(first.other)) continue;
            const int staged_first = staged_place(arguments, first);
            std::int64_t offset[ahead];
            int from[ahead];
            Vector<Out, vector> old[ahead] = {};
#pragma unroll
            for (int i = 0; i < ahead; ++i) {
                const TilePosition at = first + step[i];
                const bool in_tile =
                    in_side<Tile::rows>(at.free) && in_side<Tile::columns>(at.other);
                from[i] = in_tile ? staged_first + staged_step[i] : 0;
                offset[i] = tables.rows.in_d[in_tile ? at.free : 0] +
                            tables.columns.in_d[in_tile ? at.other : 0];
                if (!in_tile) offset[i] = outside;
                if (!is_plain && finish.accumulates() && !is_outside(offset[i]))
                    old[i] =
                        *reinterpret_cast<const Vector<Out, vector>*>(bytes_behind(d, offset[i]));
            }
            Sums sum[ahead][vector / together];
#pragma unroll
            for (int i = 0; i < ahead; ++i) {
                const auto* const sums = reinterpret_cast<const Sums*>(staged + from[i]);
#pragma unroll
                for (int v = 0; v < vector / together; ++v) sum[i][v] = sums[v];
            }
#pragma unroll
            for (int i = 0; i < ahead; ++i) {
                if (is_outside(offset[i])) continue;
                Vector<Out, vector> value;
#pragma unroll
                for (int e = 0; e < vector; ++e) {
                    const Sum of = sum[i][e / together].element[e % together];
                    value.element[e] =
                        narrowed<Out>(is_plain ? of : finish(of, promoted(old[i].element[e])));
                }
                *reinterpret_cast<Vector<Out, vector>*>(bytes_behind(d, offset[i])) = value;
            }
        }
    });
}

/// Writes a warp's sums to shared memory, `column_run` neighbouring columns at a time. row_step and
/// column_step are elements of shared memory from one row (column) to the next. With `adds_old`,
/// old elements of D lie there, and finished elements take their places.
template <int column_run, bool adds_old, class Warp, class Sum>
__device__ inline void stage_warp(const Warp& warp, int row_step, int column_step, Sum* staged,
                                  const Scale<Sum>& finish) {
#pragma unroll
    for (int i = 0; i < Warp::rows; ++i) {
#pragma unroll
        for (int j = 0; j < Warp::columns; j += column_run) {
            Sum* const to = staged + Warp::row(i) * row_step + Warp::column(j) * column_step;
            auto* const vector = reinterpret_cast<Vector<Sum, column_run>*>(to);
            Vector<Sum, column_run> value;
            if constexpr (adds_old) value = *vector;
#pragma unroll
            for (int e = 0; e < column_run; ++e) {
                const Sum sum = warp.value(i, j + e);
                value.element[e] = adds_old ? finish(sum, value.element[e]) : sum;
            }
            *vector = value;
        }
    }
}

/// Writes D's tile by way of shared memory: warps write their sums there, and after a barrier all
/// threads write the tile to D. With `adds_old`, copy_old() has copied D's old elements there.
template <bool adds_old, class Tile, class Warp, class Out, class Sum>
__device__ inline void store_staged(const GettArguments& arguments, const TileTables<Tile>& tables,
                                    const Warp& warp, const WarpPlace<Tile>& place, Sum* staged,
                                    Out* d, const Scale<Sum>& finish) {
    if (place.writes()) {
        Sum* const begin = staged + staged_place(arguments, place.first());
        const int row_step = arguments.staged_row;
        if (Warp::pairs_columns && arguments.staged_column == 1) {
            stage_warp<Warp::column_run, adds_old>(warp, row_step, 1, begin, finish);
        } else {
            stage_warp<1, adds_old>(warp, row_step, arguments.staged_column, begin, finish);
        }
    }
    __syncthreads();
    const Scale<Sum> rest = adds_old ? plain_scale<Sum>() : finish;
    constexpr int widest = vector_elements<Out>;
    if (widest > 1 && arguments.store_vector > 1) {
        store_vectors<Tile, widest>(arguments, tables, staged, d, rest);
    } else {
        store_vectors<Tile, 1>(arguments, tables, staged, d, rest);
    }
}

/// Where D's tile is staged in a block's shared memory.
template <class Sum>
__device__ inline Sum* staged_tile(const GettArguments& arguments, uint4* shared_memory) {
    return reinterpret_cast<Sum*>(reinterpret_cast<unsigned char*>(shared_memory) +
                                  arguments.staged_begin);
}

/// Writes a warp's outputs from its registers to D, as many at once as arguments.store says.
/// `first` is the row (free) and column (other) of D's tile where the warp's outputs begin.
template <class Tile, class Warp, class Out, class Sum>
__device__ inline void store_from_registers(const GettArguments& arguments,
                                            const TileTables<Tile>& tables, const Warp& warp,
                                            const TilePosition& first, Out* d,
                                            const Scale<Sum>& finish) {
    const std::int64_t* const rows = tables.rows.in_d + first.free;
    const std::int64_t* const columns = tables.columns.in_d + first.other;
    if (Warp::row_run > 1 && arguments.store == GettStore::along_rows) {
        store_warp<Warp::row_run, 1>(warp, rows, columns, d, finish);
    } else if (Warp::column_run > 1 && arguments.store == GettStore::along_columns) {
        if constexpr (sizeof(Out) == 2 && Warp::columns % 8 == 0) {
            if (arguments.store_vector == 8)
                return store_exchanged<8>(warp, rows, columns, d, finish);
            if (arguments.store_vector == 4)
                return store_exchanged<4>(warp, rows, columns, d, finish);
        }
        store_warp<1, Warp::column_run>(warp, rows, columns, d, finish);
    } else {
        store_warp<1, 1>(warp, rows, columns, d, finish);
    }
}

/// Writes the block's tile of D as arguments.store says. With `adds_old`, old elements of D lie
/// where a staged tile is written to.
template <bool adds_old, class Tile, class Warp, class Out, class Sum>
__device__ inline void store(const GettArguments& arguments, const TileTables<Tile>& tables,
                             const Warp& warp, const WarpPlace<Tile>& place, uint4* shared_memory,
                             Out* d, const Scale<Sum>& finish) {
    d = bytes_behind(d, tables.batch.in_d);
    if (arguments.store == GettStore::staged) {
        store_staged<adds_old>(arguments, tables, warp, place,
                               staged_tile<Sum>(arguments, shared_memory), d, finish);
    } else if (place.writes()) {
        store_from_registers(arguments, tables, warp, place.first(), d, finish);
    }
}

}  // namespace ttgt::cuda
