// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/packed_side.h"

#include <algorithm>

namespace ttgt::cuda {

namespace {

/// The side whose run ends before mode `last`, or earlier where the modes are not contiguous.
PackedSide side_before(const Shape& shape, const PackedTile& tile, std::size_t array,
                       std::size_t last) {
    PackedSide side;
    side.modes.reserve(tile.blocks.size());
    bool joins = true;
    for (const std::size_t m : shape.order[array]) {
        const std::int64_t block = tile.blocks[m];
        if (block == 1) continue;
        joins = joins && m != last && shape.modes[m].strides[array] == side.run_units;
        side.modes.push_back(m);
        if (!joins) continue;
        ++side.run_modes;
        side.run_units *= block;
        joins = block == shape.modes[m].extent;
    }
    return side;
}

}  // namespace

PackedSide side_of(const Shape& shape, const PackedTile& tile, std::size_t array) {
    return side_before(shape, tile, array, shape.modes.size());
}

PackedSide staged_side(const Shape& shape, const PackedTile& tile) {
    if (!tile.parts_rows) return side_of(shape, tile, input);
    const auto fastest = std::find_if(shape.order[output].begin(), shape.order[output].end(),
                                      [&](std::size_t m) { return tile.blocks[m] > 1; });
    if (fastest == shape.order[output].end()) return side_of(shape, tile, input);
    return side_before(shape, tile, input, *fastest);
}

}  // namespace ttgt::cuda
