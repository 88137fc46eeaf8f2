// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/plan/gett_memory.h"

#include <algorithm>

#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

/// Bytes of an element of the type that sums are computed in.
std::int64_t sum_element(const GettForm& form) {
    return size_bytes(compute_of(form.shape.dtypes[0]));
}

/// Bytes for prepared slices of R (GettTile::warpgroups), those before their alignment included.
std::int64_t bytes_of_prepared(const GettForm& form) {
    if (!form.tile.warpgroups) return 0;
    return prepared_alignment + prepared_bytes(form.tile.columns, form.choice.compute);
}

}  // namespace

std::int64_t shared_bytes_of_inputs(const GettForm& form) {
    const std::int64_t elements = form.l.size + form.r.size;
    return align_up(form.element * form.stages * elements, vector_bytes) + bytes_of_prepared(form);
}

std::int64_t shared_bytes_of_launch(const GettForm& form) {
    if (form.store != GettStore::staged) return shared_bytes_of_inputs(form);
    const std::int64_t outputs = form.staged_row == 1
                                     ? std::int64_t{form.staged_column} * form.tile.columns
                                     : std::int64_t{form.staged_row} * form.tile.rows;
    return std::max(shared_bytes_of_inputs(form), form.staged_begin + sum_element(form) * outputs);
}

std::int64_t shared_bytes_of_block(const GettForm& form) {
    const std::int64_t tables =
        2 * 12 * (form.tile.rows + form.tile.columns) + 32 * form.tile.table_inner() + 128;
    return shared_bytes_of_launch(form) + tables + reserved_shared_bytes;
}

int column_step(const GettForm& form) {
    return form.tile.rows + static_cast<int>(vector_bytes / sum_element(form));
}

int row_step(const GettForm& form) {
    const int columns = form.tile.columns;
    const bool pairs = form.on_tensor_cores && sum_element(form) < vector_bytes;
    if (!pairs) return columns + static_cast<int>(vector_bytes / sum_element(form));
    return columns + (columns % 16 == 8 ? 0 : 8);
}

}  // namespace ttgt::cuda
