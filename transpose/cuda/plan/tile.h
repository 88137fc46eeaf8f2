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

/// Modes by position in Shape::modes; extents, blocks and runs in units.

/// A segment of the output whose first mode is contiguous in the input as well.
struct CopyTile {
    std::vector<std::size_t> run;  ///< of the output, fastest first

    friend bool operator==(const CopyTile&, const CopyTile&) = default;
};

/// A block of a run of the input against a block of a run of the output.
struct TiledTile {
    std::vector<std::size_t> in_run;
    std::vector<std::size_t> out_run;
    int policy = 0;  ///< position in tiled_policies
    int load_vector = 1;
    bool adjoins = false;     ///< written as one segment; units shorter than a word alone
    bool on_sectors = false;  ///< each column begins on a sector, if the output does

    friend bool operator==(const TiledTile&, const TiledTile&) = default;
};

/// The same tile for arrays of which nothing but their units is aligned.
[[nodiscard]] TiledTile anywhere(TiledTile tile);

/// Blocks of all modes, 1 for those that are not minor on either side.
struct PackedTile {
    std::vector<std::int64_t> blocks;
    /// Rows of the input are staged in parts, each up to the mode that leads from one element of
    /// the output to the next, so that these lie in different banks.
    bool parts_rows = false;

    friend bool operator==(const PackedTile&, const PackedTile&) = default;
};

/// What a block of threads moves, and how: one candidate of the planner.
using CudaTile = std::variant<CopyTile, TiledTile, PackedTile>;

/// Every tile that may be the best, at least one, always in the same order.
[[nodiscard]] std::vector<CudaTile> tile_candidates(const Shape& shape);
/// Those of them that are not packed, which come first and are few, and the others.
[[nodiscard]] std::vector<CudaTile> unpacked_tiles(const Shape& shape);
[[nodiscard]] std::vector<CudaTile> packed_tiles(const Shape& shape);

/// The cuTT paper's name of what it does: "copy", "tiled_copy", "tiled", "packed", "packed_split".
[[nodiscard]] const char* method(const Shape& shape, const CudaTile& tile);
/// "32/118 x 64/118, 256 threads": blocks of the modes that a tile spans, and how it is moved.
[[nodiscard]] std::string describe(const Shape& shape, const CudaTile& tile);

}  // namespace ttgt::cuda
