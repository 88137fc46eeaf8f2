// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transpose/cuda/plan/launch.h"
#include "transpose/cuda/plan/shape.h"
#include "transpose/cuda/plan/tile.h"

namespace ttgt::cuda {

/// What the warps of a launch do beside moving bytes.
struct KernelWork {
    double waits = 0;         ///< of a block for memory, one after the other, of all tiles
    double requests = 0;      ///< memory instructions of a warp, global and shared
    double instructions = 0;  ///< of a warp, about
    double conflicts = 1;     ///< times that a read of shared memory is repeated
};

[[nodiscard]] KernelWork copy_work(const Shape& shape, const Launch& launch);
/// Of tiled_kernel, as if all tiles were whole.
[[nodiscard]] KernelWork tiled_work(const Shape& shape, const TiledTile& tile,
                                    const Launch& launch);
/// Of narrow_kernel, by the mean tile.
[[nodiscard]] KernelWork narrow_work(const Shape& shape, const TiledTile& tile,
                                     const Launch& launch);
[[nodiscard]] KernelWork packed_work(const Shape& shape, const Launch& launch);

}  // namespace ttgt::cuda
