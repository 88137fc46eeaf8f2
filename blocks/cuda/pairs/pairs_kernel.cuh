// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "blocks/cuda/pairs/pairs_arguments.h"
#include "contraction/cuda/direct/kernels/arithmetic.cuh"
#include "transpose/cuda/kernels/finish.cuh"

namespace ttgt::cuda {

/// The offset of a number whose digits are positions of some modes, the first one fastest. Any
/// offset for a number beyond the modes.
__device__ inline std::int64_t pairs_offset(const std::int32_t* extents,
                                            const std::int64_t* strides, int modes,
                                            std::uint32_t number) {
    if (modes == 0) return 0;
    std::int64_t offset = 0;
    for (int m = 0; m + 1 < modes; ++m) {
        const auto extent = static_cast<std::uint32_t>(extents[m]);
        const std::uint32_t above = number / extent;
        offset += static_cast<std::int64_t>(number - above * extent) * strides[m];
        number = above;
    }
    return offset + static_cast<std::int64_t>(number) * strides[modes - 1];
}

/// The address of a block.
__device__ inline char* pairs_block(const GroupedPlaces& places, std::uint32_t block) {
    return places.base + (places.bytes == nullptr ? 0 : places.bytes[block]);
}

/// Offsets in shared memory: of a tile's rows in L and columns in R, and of the staged inner
/// positions in both.
template <PairsPolicy policy>
struct PairsOffsets {
    std::int64_t row[policy.tile], column[policy.tile];
    std::int64_t inner_l[policy.inners], inner_r[policy.inners];
};

/// Where a tile begins in D.
struct PairsOrigin {
    std::uint32_t row, column, batch;
};

/// Finds the offsets for a pair and the inner positions from `first_inner` on.
template <PairsPolicy policy>
__device__ inline void find_pairs_offsets(const PairsArguments& arguments,
                                          const PairsOutput& output, const PairsInput& l,
                                          const PairsInput& r, const PairsOrigin& origin,
                                          int first_inner, PairsOffsets<policy>& offsets) {
    constexpr int all = 2 * (policy.tile + policy.inners);
    for (int i = static_cast<int>(threadIdx.x); i < all; i += policy.threads) {
        if (i < policy.tile) {
            offsets.row[i] = pairs_offset(output.row_extent, l.outer_stride, arguments.row_modes,
                                          origin.row + static_cast<std::uint32_t>(i)) +
                             pairs_offset(output.batch_extent, l.batch_stride,
                                          arguments.batch_modes, origin.batch);
        } else if (i < 2 * policy.tile) {
            const int column = i - policy.tile;
            offsets.column[column] =
                pairs_offset(output.column_extent, r.outer_stride, arguments.column_modes,
                             origin.column + static_cast<std::uint32_t>(column)) +
                pairs_offset(output.batch_extent, r.batch_stride, arguments.batch_modes,
                             origin.batch);
        } else {
            const int position = (i - 2 * policy.tile) % policy.inners;
            const bool is_r = i >= 2 * policy.tile + policy.inners;
            const PairsInput& input = is_r ? r : l;
            (is_r ? offsets.inner_r : offsets.inner_l)[position] =
                pairs_offset(l.inner_extent, input.inner_stride, arguments.inner_modes,
                             static_cast<std::uint32_t>(first_inner + position));
        }
    }
}

/// An element of an input, promoted and conjugated; real where `is_real`.
template <class In, class T>
__device__ inline T pairs_element(const char* block, std::int64_t offset, bool is_real,
                                  bool conjugates) {
    if constexpr (ElementTraits<T>::is_complex) {
        using Real = typename ElementTraits<T>::Real;
        if (is_real) {
            return ElementTraits<T>::of_real(reinterpret_cast<const Real*>(block)[offset]);
        }
        const T value = reinterpret_cast<const T*>(block)[offset];
        return conjugates ? conjugated(value) : value;
    } else {
        return promoted(reinterpret_cast<const In*>(block)[offset]);
    }
}

/// What is staged of an input: staged[inner][outer], zeros beyond the block.
template <PairsPolicy policy, class T>
using PairsStage = T[policy.inners][policy.tile + 1];

/// Stages a tile of an input. Neighbouring threads read neighbours along the inner positions where
/// `is_inner_first`, else along the rows or columns.
template <PairsPolicy policy, class In, class T>
__device__ inline void stage_pairs(const char* block, const std::int64_t* outer_offsets,
                                   const std::int64_t* inner_offsets, int outers, int inners,
                                   bool is_inner_first, bool is_real, bool conjugates,
                                   PairsStage<policy, T>& stage) {
    constexpr int all = policy.tile * policy.inners;
#pragma unroll 4
    for (int i = static_cast<int>(threadIdx.x); i < all; i += policy.threads) {
        const int inner = is_inner_first ? i % policy.inners : i / policy.tile;
        const int outer = is_inner_first ? i / policy.inners : i % policy.tile;
        T value{};
        if (outer < outers && inner < inners) {
            value = pairs_element<In, T>(block, outer_offsets[outer] + inner_offsets[inner],
                                         is_real, conjugates);
        }
        stage[inner][outer] = value;
    }
}

/// Adds the staged products to a thread's sums. Its rows are `row`, `row` + tile / rows, ...; its
/// columns `column`, `column` + tile / columns, ...
template <PairsPolicy policy, class T>
__device__ inline void add_pairs(const PairsArguments& arguments, const PairsStage<policy, T>& l,
                                 const PairsStage<policy, T>& r, int inners, int row, int column,
                                 T (&sums)[policy.rows][policy.columns]) {
#pragma unroll 2
    for (int k = 0; k < inners; ++k) {
        T factor[policy.columns];
#pragma unroll
        for (int j = 0; j < policy.columns; ++j) {
            factor[j] = r[k][column + policy.tile / policy.columns * j];
        }
#pragma unroll
        for (int i = 0; i < policy.rows; ++i) {
            const T left = l[k][row + policy.tile / policy.rows * i];
#pragma unroll
            for (int j = 0; j < policy.columns; ++j) {
                // A real factor comes second: it does not mix the parts of the other.
                if (ElementTraits<T>::is_complex && arguments.l_is_real != 0) {
                    add_product(sums[i][j], factor[j], left, true);
                } else {
                    add_product(sums[i][j], left, factor[j], arguments.r_is_real != 0);
                }
            }
        }
    }
}

/// Writes a thread's part of a tile: alpha * sum + beta * old.
template <PairsPolicy policy, class Out, class T>
__device__ inline void write_pairs(const PairsArguments& arguments, const PairsOutput& output,
                                   const PairsOrigin& origin, int row, int column,
                                   const T (&sums)[policy.rows][policy.columns],
                                   const Scale<T>& finish) {
    auto* const d =
        reinterpret_cast<Out*>(pairs_block(arguments.places[0], output.block)) +
        pairs_offset(output.batch_extent, output.batch_stride, arguments.batch_modes, origin.batch);
    const std::uint32_t first_row = origin.row + static_cast<std::uint32_t>(row);
    const std::uint32_t first_column = origin.column + static_cast<std::uint32_t>(column);
    std::int64_t offsets[policy.columns];
#pragma unroll
    for (int j = 0; j < policy.columns; ++j) {
        offsets[j] = pairs_offset(
            output.column_extent, output.column_stride, arguments.column_modes,
            first_column + static_cast<std::uint32_t>(policy.tile / policy.columns * j));
    }
#pragma unroll
    for (int i = 0; i < policy.rows; ++i) {
        const std::uint32_t at =
            first_row + static_cast<std::uint32_t>(policy.tile / policy.rows * i);
        if (at >= static_cast<std::uint32_t>(output.rows)) continue;
        Out* const line =
            d + pairs_offset(output.row_extent, output.row_stride, arguments.row_modes, at);
#pragma unroll
        for (int j = 0; j < policy.columns; ++j) {
            const auto apart = static_cast<std::uint32_t>(policy.tile / policy.columns * j);
            if (first_column + apart >= static_cast<std::uint32_t>(output.columns)) continue;
            Out* const to = line + offsets[j];
            T result = multiply_add(finish.alpha, sums[i][j], T{});
            if (finish.accumulates()) result = multiply_add(finish.beta, promoted(*to), result);
            *to = narrowed<Out>(result);
        }
    }
}

/// D = alpha * (sum over pairs of op(L) * op(R)) + beta * D for many blocks of D in one launch. A
/// thread block computes a tile of a block of D, of 32 rows and columns, and accumulates the
/// block's pairs one after the other, in the order of the table. For 32 inner positions at a time
/// it finds the offsets of rows, columns and inner positions by their digits, stages both inputs in
/// shared memory and multiplies them there. For blocks so small that launches and the ends of tiles
/// cost more than this.
///
/// Banks: rows of the stages are an odd number of elements long, so that copies along either
/// dimension meet different banks.
///
/// Long: barriers separate its steps, which share the stages and sums in registers.
template <class Out, int number>
__global__ void __launch_bounds__(pairs_policies[number].threads)
    pairs_kernel(const __grid_constant__ PairsArguments arguments,
                 const Scale<ComputeOf<Out>> finish) {
    using T = ComputeOf<Out>;
    constexpr PairsPolicy policy = pairs_policies[number];
    constexpr auto size = static_cast<std::uint32_t>(policy.tile);
    using Stage = PairsStage<pairs_policies[number], T>;  // of `policy`, nvcc 12.4 crashes
    extern __shared__ uint4 shared_memory[];
    __shared__ PairsOffsets<policy> offsets;
    auto& stage_l = reinterpret_cast<Stage*>(shared_memory)[0];
    auto& stage_r = reinterpret_cast<Stage*>(shared_memory)[1];
    const PairsTile tile = arguments.tiles[blockIdx.x];
    const PairsOutput& output = arguments.outputs[tile.output];
    const std::uint32_t row_tiles = (static_cast<std::uint32_t>(output.rows) + size - 1) / size;
    const std::uint32_t column_tiles =
        (static_cast<std::uint32_t>(output.columns) + size - 1) / size;
    const std::uint32_t above = tile.number / row_tiles;
    const PairsOrigin origin{tile.number % row_tiles * size, above % column_tiles * size,
                             above / column_tiles};
    const int rows = output.rows - static_cast<int>(origin.row);
    const int columns = output.columns - static_cast<int>(origin.column);
    const int row = static_cast<int>(threadIdx.x) / (policy.tile / policy.columns);
    const int column = static_cast<int>(threadIdx.x) % (policy.tile / policy.columns);
    T sums[policy.rows][policy.columns] = {};
    for (std::uint32_t p = 0; p < output.pairs; ++p) {
        const PairsTerm term = arguments.terms[output.first_pair + p];
        const PairsInput& l = arguments.l[term.l];
        const PairsInput& r = arguments.r[term.r];
        const char* const block_l = pairs_block(arguments.places[1], term.l);
        const char* const block_r = pairs_block(arguments.places[2], term.r);
        for (int first = 0; first < l.inner; first += policy.inners) {
            const int inners = min(policy.inners, l.inner - first);
            __syncthreads();
            find_pairs_offsets<policy>(arguments, output, l, r, origin, first, offsets);
            __syncthreads();
            stage_pairs<policy, Out, T>(block_l, offsets.row, offsets.inner_l, rows, inners,
                                        l.is_inner_first != 0, arguments.l_is_real != 0,
                                        arguments.conjugates_l != 0, stage_l);
            stage_pairs<policy, Out, T>(block_r, offsets.column, offsets.inner_r, columns, inners,
                                        r.is_inner_first != 0, arguments.r_is_real != 0,
                                        arguments.conjugates_r != 0, stage_r);
            __syncthreads();
            add_pairs<policy, T>(arguments, stage_l, stage_r, inners, row, column, sums);
        }
    }
    write_pairs<policy, Out, T>(arguments, output, origin, row, column, sums, finish);
}

}  // namespace ttgt::cuda
