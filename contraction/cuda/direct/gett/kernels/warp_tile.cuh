// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>

#include "contraction/cuda/direct/gett/plan/gett_arguments.h"
#include "contraction/cuda/direct/gett/plan/gett_tiles.h"
#include "contraction/cuda/direct/kernels/arithmetic.cuh"
#ifdef __CUDACC__
#include "contraction/cuda/direct/gett/kernels/tensor_cores.cuh"
#endif  // on the host, tests emulate tensor_cores.cuh

// The part of a GETT kernel that one warp computes: it reads fragments of the staged inputs and
// adds their products to its tile of D. Rows and columns are those of the warp's tile.

namespace ttgt::cuda {

/// Distances in a slice of an input that is staged in shared memory, in elements.
struct StageSteps {
    /// Elements of shared memory from one row (for R: column) of the slice to the next.
    int free;
    /// Elements of shared memory from one inner position of the slice to the next.
    int inner;
};

/// How an input is staged whose slices have `inner_size` positions of `free_size` rows (columns).
/// Where lanes read runs of rows (columns), the compiler knows it; else the launch says it.
template <class Warp, class T, int free_size, int inner_size>
struct StageShape {
    /// lane_inner_step() for device code.
    static constexpr int lane_step = lane_inner_step(free_size, sizeof(T));

    __device__ static StageSteps steps(const GettStage& stage) {
        if constexpr (Warp::reads_runs) return {1, lane_step};
        return {stage.free_stride, stage.inner_stride};
    }
    /// Number of elements of a slice.
    __device__ static int size(const GettStage& stage) {
        if constexpr (Warp::reads_runs) return lane_step * inner_size;
        return stage.size;
    }
};

/// Number of the thread in its warp.
__device__ inline int lane_id() { return static_cast<int>(threadIdx.x) % 32; }

/// A warp's tile of tile_rows by tile_columns outputs for inputs of type T. A lane has `rows` by
/// `columns` of the sums: value(i, j) is that of row(i) and column(j) of the tile. load() reads a
/// lane's fragment of both staged inputs; add() adds the products of a fragment to the sums of the
/// warp.
template <class T, ComputeType compute, int tile_rows, int tile_columns>
struct WarpTile;

/// Which rows and columns of a warp's tile a lane has the sums of, on tensor cores.
template <int tile_rows, int tile_columns>
struct TensorCoreLayout {
    /// Number of rows of a lane.
    static constexpr int rows = tile_rows / 8;
    /// Number of columns of a lane.
    static constexpr int columns = tile_columns / 4;
    /// Number of rows of a lane that stand side by side.
    static constexpr int row_run = 1;
    /// Number of columns of a lane that stand side by side.
    static constexpr int column_run = 2;
    /// Whether two columns of a lane are written to shared memory at once where the tile is staged.
    static constexpr bool pairs_columns = true;
    /// Whether end_part() is to be called after every 128 inner positions.
    static constexpr bool sums_parts = false;
    /// Whether a lane reads rows of one inner position, and columns, by runs of neighbours.
    static constexpr bool reads_runs = false;

    /// Row i of the lane, as a row of the warp's tile.
    __device__ static int row(int i) { return i * 8 + lane_id() / 4; }
    /// Column j of the lane, as a column of the warp's tile.
    __device__ static int column(int j) { return j / 2 * 8 + lane_id() % 4 * 2 + j % 2; }
};

}  // namespace ttgt::cuda
