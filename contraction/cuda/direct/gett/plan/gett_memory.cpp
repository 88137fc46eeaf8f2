// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/plan/gett_memory.h"

#include <algorithm>

#include "contraction/cuda/direct/gett/plan/gett_plan.h"
#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {

GettMemory::GettMemory(const DirectShape& shape, const GettChoice& choice)
    : tile_(tile_of(shape, choice)),
      element_(size_bytes(shape.dtypes[1])),
      sum_element_(size_bytes(compute_of(shape.dtypes[0]))),
      prepared_bytes_(tile_.warpgroups
                          ? prepared_alignment + prepared_bytes(tile_.columns, choice.compute)
                          : 0),
      on_tensor_cores_(uses_tensor_cores(products_of(shape, choice))) {}

std::int64_t GettMemory::input_bytes(const GettArguments& arguments) const {
    const std::int64_t elements = arguments.stage_l.size + arguments.stage_r.size;
    return align_up(element_ * arguments.stages * elements, vector_bytes) + prepared_bytes_;
}

std::int64_t GettMemory::launch_bytes(const GettArguments& arguments) const {
    if (arguments.store != GettStore::staged) return input_bytes(arguments);
    const std::int64_t outputs = arguments.staged_row == 1
                                     ? std::int64_t{arguments.staged_column} * tile_.columns
                                     : std::int64_t{arguments.staged_row} * tile_.rows;
    return std::max(input_bytes(arguments), arguments.staged_begin + sum_element_ * outputs);
}

std::int64_t GettMemory::block_bytes(const GettArguments& arguments) const {
    const std::int64_t tables =
        2 * 12 * (tile_.rows + tile_.columns) + 32 * tile_.table_inner() + 128;
    return launch_bytes(arguments) + tables + reserved_shared_bytes;
}

int GettMemory::column_step(int rows) const {
    return rows + static_cast<int>(vector_bytes / sum_element_);
}

int GettMemory::row_step(int columns) const {
    const bool pairs = on_tensor_cores_ && sum_element_ < vector_bytes;
    if (!pairs) return columns + static_cast<int>(vector_bytes / sum_element_);
    return columns + (columns % 16 == 8 ? 0 : 8);
}

}  // namespace ttgt::cuda
