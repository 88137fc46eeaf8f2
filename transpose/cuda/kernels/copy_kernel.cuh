// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "transpose/cuda/kernels/global_access.cuh"
#include "transpose/cuda/kernels/tile_walk.cuh"
#include "transpose/cuda/plan/kernel_arguments.h"

namespace ttgt::cuda {

/// Copy and TiledCopy of the cuTT paper: the minor mode is the same on both sides, so nothing is
/// staged. A block writes a segment of the output that begins and ends on a line (where the run
/// does not end before). Thread t writes the elements t, t + copy_threads, ... of the segment, and
/// reads each from its row of the input. A thread loads all its elements before its first store.
/// Shared memory: a table of the rows' offsets in the input, 8 bytes for each row.
template <class Element, class Finish>
__global__ void __launch_bounds__(copy_threads)
    copy_kernel(const __grid_constant__ CopyArguments tile, const Element* in, Element* out,
                const Finish finish) {
    extern __shared__ std::int64_t in_rows[];
    __shared__ TilePlace place;
    const int t = static_cast<int>(threadIdx.x);
    const int block_first = block_of(tile.run, blockIdx.x) * (copy_threads * copy_count);
    const Divisor row_length = tile.run.mode[0].extent;
    const int first_row = static_cast<int>(quotient(max(0, block_first - tile.mask), row_length));
    share_place(tile.loops, place);
    for (int i = copy_threads - 1 - t; i < tile.rows; i += copy_threads) {
        in_rows[i] = cross_offset(tile.run, (first_row + i) * row_length.value);
    }
    __syncthreads();

    Element* const target = out + place.out;
    const Element* const source = in + place.in;
    const int first = block_first - misalignment(target, tile.mask) + t;
    Element values[copy_count] = {};
    Vector<Element, 1> old[copy_count] = {};
#pragma unroll
    for (int j = 0; j < copy_count; ++j) {
        const int flat = first + j * copy_threads;
        if (finish.accumulates()) old[j] = load<1>(target, flat, tile.run.extent);
        if (flat < 0 || flat >= tile.run.extent || !finish.reads_input()) continue;
        const int row = static_cast<int>(quotient(flat, row_length));
        values[j] =
            source[in_rows[row - first_row] + (flat - row * static_cast<int>(row_length.value)) *
                                                  tile.run.mode[0].cross_stride];
    }
#pragma unroll
    for (int j = 0; j < copy_count; ++j) {
        store<1>(
            target, first + j * copy_threads, tile.run.extent, finish,
            [&](int) { return values[j]; }, old[j]);
    }
}

}  // namespace ttgt::cuda
