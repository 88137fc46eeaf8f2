// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/direct_launch.h"
#include "contraction/cuda/direct/gett/plan/gett_tiles.h"

namespace ttgt::cuda {

struct GettChoice;

/// Shared memory of a block of a GETT kernel, in bytes.
class GettMemory {
public:
    GettMemory(const DirectShape& shape, const GettChoice& choice);

    /// Bytes of all staged slices of both inputs, and of the prepared ones of R.
    [[nodiscard]] std::int64_t input_bytes(const GettArguments& arguments) const;
    /// Bytes that a launch asks for: the staged slices and, where D is staged, its tile.
    [[nodiscard]] std::int64_t launch_bytes(const GettArguments& arguments) const;
    /// Bytes that a block takes of a multiprocessor: those of launch_bytes(), the tables of
    /// offsets, and what the device reserves.
    [[nodiscard]] std::int64_t block_bytes(const GettArguments& arguments) const;

    /// Number of sums in shared memory from one column of a staged tile of D to the next. The sums
    /// of a column, one for each of `rows` rows, are neighbours. The step is padded so that lanes
    /// that write at once meet different banks.
    [[nodiscard]] int column_step(int rows) const;
    /// Number of sums in shared memory from one row of a staged tile of D to the next. The sums of
    /// a row, one for each of `columns` columns, are neighbours. The step is padded so that lanes
    /// that write at once meet different banks.
    [[nodiscard]] int row_step(int columns) const;

private:
    /// The tile of a block.
    GettTile tile_;
    /// Bytes of an element of an input.
    std::int64_t element_;
    /// Bytes of an element of the type that sums are computed in.
    std::int64_t sum_element_;
    /// Bytes for prepared slices of R (GettTile::warpgroups), those before their alignment
    /// included.
    std::int64_t prepared_bytes_;
    /// Whether the kernel multiplies on tensor cores.
    bool on_tensor_cores_;
};

}  // namespace ttgt::cuda
