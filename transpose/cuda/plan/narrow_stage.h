// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transpose/cuda/plan/kernel_arguments.h"

namespace ttgt::cuda {

/// How the narrow kernel lays out a tile of units of 1 or 2 bytes in shared memory. First the tile
/// lies in rows as in the input, in whole vectors of 16 bytes; then, in the same place, in columns
/// as they will be in the output.
struct NarrowStage {
    /// Number of columns of a tile.
    int columns;
    /// Number of rows of a tile, including those before its block of the output.
    int rows;
    /// Bytes from one row to the next.
    int row_bytes;
    /// Number of vectors that a row may touch.
    int vectors;
    /// Words from one column to the next: an odd number, so that columns begin in all banks.
    int column_words;
    /// Bytes from the rows to a table of where each row begins, with 32 bits for each row.
    int starts_offset;
    /// Bytes of shared memory of the whole layout.
    int bytes;
};

/// After this many columns one word is left out. Without it, lanes that write columns a word's
/// worth of elements apart would meet the same banks.
inline constexpr int skewed_columns = 32;

/// The layout for tiles of `in_bytes` bytes of the input's run and `out_bytes` of the output's.
constexpr NarrowStage narrow_stage(int in_bytes, int out_bytes, long unit_bytes) {
    const auto unit = static_cast<int>(unit_bytes);
    const auto sector = static_cast<int>(sector_bytes);
    const auto vector = static_cast<int>(vector_bytes);
    const auto word = static_cast<int>(word_bytes);
    NarrowStage stage{};
    stage.columns = in_bytes / unit;
    stage.rows = (out_bytes + sector) / unit;
    stage.row_bytes = in_bytes + vector;
    stage.vectors = stage.row_bytes / vector;
    stage.column_words = (out_bytes + sector) / word + 1;
    const int in_rows = stage.rows * stage.row_bytes;
    const int in_columns =
        (stage.columns * stage.column_words + stage.columns / skewed_columns) * word;
    stage.starts_offset = in_rows > in_columns ? in_rows : in_columns;
    stage.bytes = stage.starts_offset + stage.rows * word;
    return stage;
}

}  // namespace ttgt::cuda
