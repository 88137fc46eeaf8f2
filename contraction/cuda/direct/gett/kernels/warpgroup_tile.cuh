// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/kernels/warp_tile_tf32.cuh"
#include "contraction/cuda/direct/gett/plan/gett_arguments.h"
#ifdef __CUDACC__
#include "contraction/cuda/direct/gett/kernels/warpgroup_products.cuh"
#endif  // on the host, tests emulate them

// Tiles that warpgroups multiply (GettTile::warpgroups): float32 by one or three TF32 products. A
// slice has 32 inner positions. Rows are read from the staged slice to registers. Columns are read
// by the tensor cores from shared memory, so that they are first prepared: rounded and laid out as
// the tensor cores read them, once for all warps.

namespace ttgt::cuda {

/// Inner positions of a slice.
inline constexpr int warpgroup_inner = 32;
/// Inner positions of one product of tensor cores.
inline constexpr int warpgroup_step = 8;
/// prepared_slice_bytes() for kernels.
template <int columns, ComputeType compute>
inline constexpr int prepared_slice_size = prepared_slice_bytes(columns, compute);

/// One warp's 16 rows of what its warpgroup multiplies.
template <ComputeType compute, int tile_columns>
struct WarpgroupTile : TensorCoreLayout<16, tile_columns> {
    using Layout = TensorCoreLayout<16, tile_columns>;
    using Layout::columns;
    static constexpr bool sums_parts = compute == ComputeType::tf32x3;

    Tf32Sums<compute, 1, columns / 2> sum;

    __device__ float value(int i, int j) const { return sum.value(i, j); }

    __device__ void end_part() { sum.add_parts(); }

    /// Begins to add the products of a slice: of the warp's staged rows and the prepared columns.
    __device__ void multiply(const float* rows, StageSteps row_steps,
                             const unsigned char* prepared) {
#pragma unroll
        for (int half = 0; half < halves; ++half) {
            constexpr int inner = warpgroup_inner / halves;
            Fragment fragment;
            load(fragment, rows + half * inner * row_steps.inner, row_steps);
            add(fragment, prepared + half * inner * 4);
        }
        commit_products();
    }
    /// Waits for all products that were begun.
    __device__ void wait() {
        wait_for_products<0>();
#pragma unroll
        for (int j = 0; j < columns / 2; ++j) {
#pragma unroll
            for (int e = 0; e < 4; ++e) hold_back(sum.part[0][j][e]);
        }
    }

private:
    /// A slice is multiplied in so many parts: while the tensor cores work at one, the rows of the
    /// next are read.
    static constexpr int halves = 2;
    /// Products of tensor cores for half of a slice.
    static constexpr int steps = warpgroup_inner / warpgroup_step / halves;

    /// A lane's elements of the rows in half of a slice.
    using Fragment = Tf32Numbers<compute, 4>[steps];
    /// Reads half of a slice of the warp's rows.
    __device__ static void load(Fragment& to, const float* rows, StageSteps row_steps) {
#pragma unroll
        for (int step = 0; step < steps; ++step) {
            float element[4];
            read_staged<2>(rows + step * warpgroup_step * row_steps.inner, row_steps,
                           [&](int i, int half, float value) { element[i + 2 * half] = value; });
            to[step] = element;
        }
    }
    /// Begins to add the products of half of a slice, which begins at `prepared` in the columns.
    __device__ void add(const Fragment& from, const unsigned char* prepared) {
        constexpr int step_bytes = warpgroup_step * 4;
        constexpr int low_at = prepared_slice_size<tile_columns, ComputeType::tf32>;
        begin_products();
#pragma unroll
        for (int step = 0; step < steps; ++step) {
            const unsigned char* const at = prepared + step * step_bytes;
            // The order of add_product_of(): the smallest products first.
            if constexpr (compute == ComputeType::tf32x3) {
                multiply_add_64_rows(sum.part[0], from[step].low, described_at(at));
                multiply_add_64_rows(sum.part[0], from[step].high, described_at(at + low_at));
            }
            multiply_add_64_rows(sum.part[0], from[step].high, described_at(at));
        }
    }
};

/// Prepares a staged slice of R for the tensor cores; all threads of the block take part. `to` gets
/// a row of 32 numbers for each column, in units of 16 bytes that are xored with the row; with
/// tf32x3, what rounding took from them follows.
template <class Tile, ComputeType compute>
__device__ inline void prepare_columns(const float* staged, StageSteps steps, void* to) {
    constexpr int unit = 4;
    constexpr int units = warpgroup_inner / unit;
    constexpr int each = Tile::columns * units / Tile::threads;
    constexpr int apart = Tile::threads / Tile::columns;
    static_assert(each > 0 && Tile::threads % Tile::columns == 0);
    const int column = static_cast<int>(threadIdx.x) % Tile::columns;
    const int first = static_cast<int>(threadIdx.x) / Tile::columns;
    float element[each][unit];
    const float* from = staged + column * steps.free + first * unit * steps.inner;
    if (steps.inner == 1) {
#pragma unroll
        for (int i = 0; i < each; ++i, from += apart * unit) {
            const auto all = *reinterpret_cast<const Vector<float, unit>*>(from);
#pragma unroll
            for (int e = 0; e < unit; ++e) element[i][e] = all.element[e];
        }
    } else {
#pragma unroll
        for (int i = 0; i < each; ++i, from += apart * unit * steps.inner) {
#pragma unroll
            for (int e = 0; e < unit; ++e) element[i][e] = from[e * steps.inner];
        }
    }
    auto* const row = static_cast<uint4*>(to) + column * units;
#pragma unroll
    for (int i = 0; i < each; ++i) {
        Tf32Numbers<compute, unit> numbers;
        numbers = element[i];
        uint4* const unit_at = row + ((first + i * apart) ^ column % units);
        const auto& high = numbers.high;
        *unit_at = uint4{high[0], high[1], high[2], high[3]};
        if constexpr (compute == ComputeType::tf32x3) {
            const auto& low = numbers.low;
            unit_at[Tile::columns * units] = uint4{low[0], low[1], low[2], low[3]};
        }
    }
    publish_to_products();
}

/// Where a block's slices that are prepared begin in its shared memory.
__device__ inline unsigned char* prepared_begin(uint4* shared_memory) {
    constexpr std::uint32_t last = prepared_alignment - 1;
    const std::uint32_t address = shared_address(shared_memory);
    return reinterpret_cast<unsigned char*>(shared_memory) + (((address + last) & ~last) - address);
}
/// Where the staged slices begin: behind the prepared ones, where there are any.
template <class Tile, ComputeType compute>
__device__ inline void* stages_begin(uint4* shared_memory) {
    if constexpr (!Tile::warpgroups) return shared_memory;
    return prepared_begin(shared_memory) + 2 * prepared_slice_size<Tile::columns, compute>;
}

/// Where the slices of R that are prepared lie, and those that are staged.
template <class Tile, ComputeType compute>
struct WarpgroupMemory {
    const GettArguments& arguments;
    /// The staged slices of L at the warp's rows.
    const float* stages_l;
    const float* stages_r;
    /// Two slices, by turns.
    unsigned char* prepared;

    [[nodiscard]] __device__ const float* rows(int slice) const {
        return stages_l + slice % Tile::stages * arguments.stage_l.size;
    }
    [[nodiscard]] __device__ const float* columns(int slice) const {
        return stages_r + slice % Tile::stages * arguments.stage_r.size;
    }
    [[nodiscard]] __device__ unsigned char* prepared_slice(int slice) const {
        return prepared + slice % 2 * prepared_slice_size<Tile::columns, compute>;
    }
};

/// Adds the products of all slices of an item to the sums of the block's two warpgroups. The first
/// slice is staged. copy_ahead(slice) begins the copies to the stage that the slice before
/// has left. wait_for_copies() waits until the slice after the next one is staged. end_slice(slice)
/// is called once no thread needs this one.
///
/// The warpgroups take turns: one multiplies while the other prepares its part of the next slice
/// and copies.
template <class Tile, ComputeType compute, class Warp, class CopyAhead, class WaitForCopies,
          class EndSlice>
__device__ inline void multiply_slices(Warp& warp, const WarpgroupMemory<Tile, compute>& memory,
                                       int slices, const CopyAhead& copy_ahead,
                                       const WaitForCopies& wait_for_copies,
                                       const EndSlice& end_slice) {
    const GettStage& stage_l = memory.arguments.stage_l;
    const GettStage& stage_r = memory.arguments.stage_r;
    const StageSteps steps_l{stage_l.free_stride, stage_l.inner_stride};
    const StageSteps steps_r{stage_r.free_stride, stage_r.inner_stride};
    const auto prepare = [&](int slice) {
        if (slice >= slices) return;
        prepare_columns<Tile, compute>(memory.columns(slice), steps_r,
                                       memory.prepared_slice(slice));
    };
    const bool multiplies_first = threadIdx.x < Tile::threads / 2;
    prepare(0);
    wait_for_copies();
    __syncthreads();
    for (int slice = 0; slice < slices; ++slice) {
        if (!multiplies_first) {
            copy_ahead(slice);
            prepare(slice + 1);
        }
        warp.multiply(memory.rows(slice), steps_l, memory.prepared_slice(slice));
        if (multiplies_first) {
            copy_ahead(slice);
            prepare(slice + 1);
        }
        warp.wait();
        if constexpr (Warp::sums_parts) {
            constexpr int slices_per_part = 128 / warpgroup_inner;
            if (slice % slices_per_part == slices_per_part - 1) warp.end_part();
        }
        wait_for_copies();
        __syncthreads();
        end_slice(slice);
    }
}

}  // namespace ttgt::cuda
