// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transpose/cuda/plan/kernel_work.h"
#include "transpose/cuda/plan/launch.h"
#include "transpose/cuda/plan/shape.h"
#include "transpose/cuda/plan/tile.h"

namespace ttgt::cuda {

/// What all tiles of a launch do, base addresses being aligned to a line. Contiguous pieces that
/// one block reads or writes are counted with their misaligned heads and tails.
struct Traffic {
    double tiles = 0;
    double read_sectors = 0;
    double read_lines = 0;
    double written_sectors = 0;
    double written_lines = 0;
    double partial_sectors = 0;  ///< written, but not as a whole at once
    KernelWork work;
};

[[nodiscard]] Traffic count_traffic(const Shape& shape, const CudaTile& tile, const Launch& launch);

}  // namespace ttgt::cuda
