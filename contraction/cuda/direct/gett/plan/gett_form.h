// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "contraction/cuda/direct/gett/plan/gett_groups.h"
#include "contraction/cuda/direct/gett/plan/gett_index.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"

namespace ttgt::cuda {

/// How a slice of an input lies in shared memory, and how it is copied there. Free indices are rows
/// of L and columns of R.
struct GettSlice {
    /// Number of elements that one copy moves.
    std::int32_t vector = 1;
    /// Elements of shared memory from one free index to the next.
    std::int32_t free_stride = 1;
    /// Elements of shared memory from one inner position to the next.
    std::int32_t inner_stride = 1;
    /// Number of elements of shared memory.
    std::int32_t size = 0;
};

/// What a choice makes of a shape: what both the price and the launch of a GETT kernel depend on.
/// Refers to a shape, its indexes and a choice, which have to outlive it.
struct GettForm {
    /// The product; with a packed D where sums are split.
    const DirectShape& shape;
    /// The choice.
    const GettChoice& choice;
    /// The tile of the choice.
    const GettTile& tile;
    /// The modes of the shape by role.
    const GettGroups& groups;
    /// The index of the rows.
    const GroupIndex& rows;
    /// The index of the columns.
    const GroupIndex& columns;
    /// The index of the inner positions.
    const GroupIndex& inner;
    /// The index of the batch.
    const GroupIndex& batch;

    /// Bytes of an element of an input.
    std::int64_t element = 0;
    /// Bytes of an element of D.
    std::int64_t output_element = 0;
    /// Whether the kernel multiplies on tensor cores.
    bool on_tensor_cores = false;

    /// Number of row tiles of D.
    std::int64_t row_tiles = 1;
    /// Number of column tiles of D.
    std::int64_t column_tiles = 1;
    /// Number of tiles of D for all indices of the batch.
    std::int64_t tiles = 1;
    /// Number of slices of a whole sum.
    std::int64_t slices = 1;
    /// Number of slices of a split of a sum.
    std::int64_t slices_per_split = 1;

    /// Number of slices of each input that shared memory has room for.
    std::int32_t stages = 1;
    /// A slice of the kernel's L.
    GettSlice l{};
    /// A slice of the kernel's R.
    GettSlice r{};
    /// How outputs are written to D: as the choice says where D allows.
    GettStore store = GettStore::single;
    /// Number of elements of D that are written at once.
    std::int32_t store_vector = 1;
    /// Elements of shared memory from one row of a staged tile of D to the next.
    std::int32_t staged_row = 1;
    /// Elements of shared memory from one column of a staged tile of D to the next.
    std::int32_t staged_column = 1;
    /// Bytes of shared memory before a staged tile of D: 0 where it takes the place of the inputs.
    std::int64_t staged_begin = 0;
    /// Number of blocks that are resident on a multiprocessor at a time.
    std::int64_t resident_blocks = 1;
};

/// What a choice makes of a shape for pointers of this alignment. Returns nothing where it cannot
/// be launched: it has too many indices, digits or tiles, or needs too much shared memory.
[[nodiscard]] std::optional<GettForm> gett_form(GettIndexes& indexes, const GettChoice& choice,
                                                PointerAlignment alignment,
                                                const Architecture& gpu);

/// What the cost model counts of the launch.
[[nodiscard]] GettWork work_of(const GettForm& form, const Architecture& gpu);

/// Number of outputs of a lane that have consecutive rows (`of_rows`) or else consecutive columns.
[[nodiscard]] int lane_neighbours(const GettForm& form, bool of_rows);

}  // namespace ttgt::cuda
