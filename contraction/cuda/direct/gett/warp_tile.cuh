// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>

#include "contraction/cuda/direct/arithmetic.cuh"
#ifdef __CUDACC__
#include "contraction/cuda/direct/gett/tensor_cores.cuh"
#endif  // else the emulation that tests have

// What one warp of a GETT kernel does: it reads fragments of the staged inputs and adds their
// products to its tile of D. Rows and columns are those of the warp's tile.

namespace ttgt::cuda {

/// Where an input is staged: elements from one row (column) to the next, and from one inner
/// position to the next.
struct StageSteps {
    int free;
    int inner;
};

__device__ inline int lane_id() { return static_cast<int>(threadIdx.x) % 32; }

/// The tile of a warp for inputs of type T.
template <class T, ComputeType compute, int tile_rows, int tile_columns>
struct WarpTile;

/// Which rows and columns of a warp's tile a lane has the sums of on tensor cores.
template <int tile_rows, int tile_columns>
struct TensorCoreLayout {
    static constexpr int rows = tile_rows / 8;  ///< of a lane
    static constexpr int columns = tile_columns / 4;
    static constexpr int row_run = 1;  ///< that stand side by side
    static constexpr int column_run = 2;
    static constexpr bool pairs_columns = true;  ///< of sums, as they are staged
    static constexpr bool sums_parts = false;    ///< end_part() is to be called now and then

    __device__ static int row(int i) { return i * 8 + lane_id() / 4; }
    __device__ static int column(int j) { return j / 2 * 8 + lane_id() % 4 * 2 + j % 2; }
};

}  // namespace ttgt::cuda
