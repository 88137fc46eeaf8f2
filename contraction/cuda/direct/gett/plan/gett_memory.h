// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/plan/gett_form.h"

namespace ttgt::cuda {

/// Bytes of shared memory of all staged slices of both inputs, and of the prepared ones of R.
[[nodiscard]] std::int64_t shared_bytes_of_inputs(const GettForm& form);
/// Bytes of shared memory that a launch asks for: the staged slices and, where D is staged, its
/// tile.
[[nodiscard]] std::int64_t shared_bytes_of_launch(const GettForm& form);
/// Bytes of shared memory that a block takes of a multiprocessor: those of
/// shared_bytes_of_launch(), the tables of offsets, and what the device reserves.
[[nodiscard]] std::int64_t shared_bytes_of_block(const GettForm& form);

/// Number of sums in shared memory from one column of a staged tile of D to the next. The sums of a
/// column, one for each row of the tile, are neighbours. The step is padded so that lanes that
/// write at once meet different banks.
[[nodiscard]] int column_step(const GettForm& form);
/// Number of sums in shared memory from one row of a staged tile of D to the next. The sums of a
/// row, one for each column of the tile, are neighbours. The step is padded so that lanes that
/// write at once meet different banks.
[[nodiscard]] int row_step(const GettForm& form);

}  // namespace ttgt::cuda
