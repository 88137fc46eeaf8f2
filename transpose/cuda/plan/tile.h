// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "transpose/cuda/plan/shape.h"

namespace ttgt::cuda {

/// Modes are named by their position in Shape::modes; extents, blocks and runs are in units.

/// The tile of the copy kernel: a segment of the output whose first mode is contiguous in the input
/// as well.
struct CopyTile {
    /// The modes of the output's run, fastest first.
    std::vector<std::size_t> run;

    friend bool operator==(const CopyTile&, const CopyTile&) = default;
};

/// The tile of the tiled and the narrow kernel: a block of a run of the input against a block of a
/// run of the output.
struct TiledTile {
    /// The modes of the input's run, fastest first.
    std::vector<std::size_t> in_run;
    /// The modes of the output's run, fastest first.
    std::vector<std::size_t> out_run;
    /// The policy of the kernel: an index of tiled_policies.
    int policy = 0;
    /// Number of units that a thread loads at once.
    int load_vector = 1;
    /// Whether the tile is written as one segment of the output; only for units shorter than a
    /// word.
    bool adjoins = false;
    /// Whether each column begins on a sector if the output's pointer does.
    bool on_sectors = false;

    friend bool operator==(const TiledTile&, const TiledTile&) = default;
};

/// The tile as it is for pointers that are aligned to one unit only.
[[nodiscard]] TiledTile anywhere(TiledTile tile);

/// The tile of the packed kernel.
struct PackedTile {
    /// For each mode of the shape, its units in a tile; 1 for modes that are not minor on either
    /// side.
    std::vector<std::int64_t> blocks;
    /// Whether rows of the input are staged in parts. Each part goes up to the mode that leads from
    /// one element of the output to the next, so that these elements lie in different banks.
    bool parts_rows = false;

    friend bool operator==(const PackedTile&, const PackedTile&) = default;
};

/// What a block of threads moves, and how: one candidate of the planner.
using CudaTile = std::variant<CopyTile, TiledTile, PackedTile>;

/// All candidates of a shape, at least one, always in the same order: the tiles of
/// unpacked_tiles(), then those of packed_tiles().
[[nodiscard]] std::vector<CudaTile> tile_candidates(const Shape& shape);
/// The candidates of the copy, tiled and narrow kernels; they are few.
[[nodiscard]] std::vector<CudaTile> unpacked_tiles(const Shape& shape);
/// The candidates of the packed kernel.
[[nodiscard]] std::vector<CudaTile> packed_tiles(const Shape& shape);

/// The cuTT paper's name for what a tile does: "copy", "tiled_copy", "tiled", "packed",
/// "packed_split".
[[nodiscard]] const char* method(const Shape& shape, const CudaTile& tile);
/// Blocks of the modes that a tile spans, and how it is moved: "32/118 x 64/118, 256 threads".
[[nodiscard]] std::string describe(const Shape& shape, const CudaTile& tile);

}  // namespace ttgt::cuda
