// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transpose/cuda/plan/launch.h"
#include "transpose/cuda/plan/shape.h"
#include "transpose/cuda/plan/tile.h"

namespace ttgt::cuda {

/// What the warps of a launch do beside moving bytes, summed over all warps and tiles.
struct KernelWork {
    /// Times that a block waits for memory, one after the other.
    double waits = 0;
    /// Memory instructions of a warp, global and shared.
    double requests = 0;
    /// Instructions of a warp (approximate).
    double instructions = 0;
    /// Times that a read of shared memory is repeated because of bank conflicts, on average; 1 is
    /// best.
    double conflicts = 1;
};

/// The work of a launch of copy_kernel.
[[nodiscard]] KernelWork copy_work(const Shape& shape, const Launch& launch);
/// The work of a launch of tiled_kernel, as if all tiles were whole.
[[nodiscard]] KernelWork tiled_work(const Shape& shape, const TiledTile& tile,
                                    const Launch& launch);
/// The work of a launch of narrow_kernel, as if all tiles had the mean size.
[[nodiscard]] KernelWork narrow_work(const Shape& shape, const TiledTile& tile,
                                     const Launch& launch);
/// The work of a launch of packed_kernel, without KernelWork::conflicts, which takes long to count.
[[nodiscard]] KernelWork packed_work(const Shape& shape, const Launch& launch);
/// KernelWork::conflicts of a launch of packed_kernel.
[[nodiscard]] double packed_conflicts(const Shape& shape, const Launch& launch);

}  // namespace ttgt::cuda
