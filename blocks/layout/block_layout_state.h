// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_layout.h>

#include <cstdint>
#include <vector>

#include "blocks/layout/coordinate_table.h"

namespace ttgt {

/// The lists that copies of a BlockLayout share.
struct BlockLayout::State {
    std::vector<Sections> sections;
    std::int64_t blocks = 0;
    std::vector<std::int32_t> coordinates;  ///< those of block i from i * rank
    bool is_packed = true;                  ///< each block, and one after the other
    std::vector<std::int64_t> strides;      ///< those of block i from i * rank; unless packed
    std::vector<std::int64_t> offsets;      ///< of each block; empty: none
    std::int64_t elements = 0;
    blocks::CoordinateTable table;
};

}  // namespace ttgt
