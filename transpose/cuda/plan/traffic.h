// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transpose/cuda/plan/kernel_work.h"
#include "transpose/cuda/plan/launch.h"
#include "transpose/cuda/plan/shape.h"
#include "transpose/cuda/plan/tile.h"

namespace ttgt::cuda {

/// What all tiles of a launch move and compute, if base addresses are aligned to a line. Each
/// contiguous piece that a block reads or writes is counted with its misaligned head and tail.
struct Traffic {
    /// Number of tiles.
    double tiles = 0;
    /// Number of sectors of 32 bytes that are read.
    double read_sectors = 0;
    /// Number of lines of 128 bytes that are read from.
    double read_lines = 0;
    /// Number of sectors of 32 bytes that are written, whole or in part.
    double written_sectors = 0;
    /// Number of lines of 128 bytes that are written to.
    double written_lines = 0;
    /// Number of sectors that are written, but not as a whole at once.
    double partial_sectors = 0;
    /// What the warps do beside moving bytes.
    KernelWork work;
};

/// The traffic of a launch that moves a shape in such tiles.
[[nodiscard]] Traffic count_traffic(const Shape& shape, const CudaTile& tile, const Launch& launch);

}  // namespace ttgt::cuda
