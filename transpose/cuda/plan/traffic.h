// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>

#include "transpose/cuda/plan/kernel_work.h"
#include "transpose/cuda/plan/launch.h"
#include "transpose/cuda/plan/residues.h"
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

/// Counts what packed tiles of one shape move. Pieces that several tiles have in common are counted
/// once.
class PackedTraffic {
public:
    /// The shape must outlive this object.
    explicit PackedTraffic(const Shape& shape);
    /// The sectors and lines that all tiles move. Traffic::tiles and work are not set: these take
    /// the tile's launch.
    [[nodiscard]] Traffic moved(const PackedTile& tile);
    /// What such tiles move, with the number and the work of the tiles of their launch, without
    /// KernelWork::conflicts.
    [[nodiscard]] Traffic with_work(Traffic moved, const Launch& launch) const;

private:
    /// The addresses in an array, in units, where contiguous pieces begin: one for each index tuple
    /// of the modes that are not in `run`.
    [[nodiscard]] const Residues& starts_outside(std::size_t array,
                                                 std::span<const std::size_t> run);

    const Shape& shape_;
    /// Known starts by array and by the set of modes in the run, a bit for each.
    std::deque<std::pair<std::uint64_t, Residues>> known_;
};

}  // namespace ttgt::cuda
