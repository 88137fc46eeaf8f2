// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/packed_side.h"

#include <algorithm>

namespace ttgt::cuda {

PackedSide side_of(const Shape& shape, const PackedTile& tile, std::size_t array) {
    const std::vector<std::int64_t>& blocks = tile.blocks;
    // An even distance between neighbours of the output would meet few banks: a row of the input
    // then ends before the mode that leads from one to the next.
    const auto fastest = std::find_if(shape.order[output].begin(), shape.order[output].end(),
                                      [&](std::size_t m) { return blocks[m] > 1; });
    PackedSide side;
    bool joins = true;
    for (const std::size_t m : shape.order[array]) {
        if (blocks[m] == 1) continue;
        const bool few_banks = array == input && m == *fastest && side.run_units % 2 == 0;
        joins = joins && !few_banks && shape.modes[m].strides[array] == side.run_units;
        (joins ? side.run : side.rows).push_back(m);
        if (!joins) continue;
        side.run_units *= blocks[m];
        joins = blocks[m] == shape.modes[m].extent;
    }
    return side;
}

}  // namespace ttgt::cuda
