// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transpose/cuda/launch.h"
#include "transpose/cuda/shape.h"
#include "transpose/cuda/tile.h"

namespace ttgt::cuda {

/// What all tiles of a launch do, base addresses being aligned to a line. Contiguous pieces that
/// one block reads or writes are counted with their misaligned heads and tails.
struct Traffic {
    double tiles = 0;
    double waits = 0;  ///< of a block for memory, one after the other
    double read_sectors = 0;
    double read_lines = 0;
    double written_sectors = 0;
    double written_lines = 0;
    double partial_sectors = 0;  ///< written, but not as a whole at once
    double requests = 0;         ///< memory instructions of a warp, global and shared
    double instructions = 0;     ///< of a warp, about
    double conflicts = 1;        ///< times that a read of shared memory is repeated
};

[[nodiscard]] Traffic count_traffic(const Shape& shape, const Tile& tile, const Launch& launch);

}  // namespace ttgt::cuda
