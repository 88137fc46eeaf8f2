// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transpose/cuda/plan/kernel_arguments.h"

namespace ttgt::cuda {

/// How a tile of units of 1 or 2 bytes lies in shared memory: first in rows as they are in the
/// input, whole 16-byte vectors, then, in their place, in columns as they will be in the output.
struct NarrowStage {
    int columns;        ///< of a tile
    int rows;           ///< of a tile, those before its block of the output included
    int row_bytes;      ///< from a row to the next
    int vectors;        ///< that a row may touch
    int column_words;   ///< from a column to the next: odd, so that columns begin in all banks
    int starts_offset;  ///< bytes from the rows to where each begins, 32 bits
    int bytes;          ///< of all
};

/// A word is left out after so many columns: lanes that write as many columns apart as fill a word
/// would meet the same banks.
inline constexpr int skewed_columns = 32;

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
