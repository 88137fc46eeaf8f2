// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "blocks/plan/component_plan.h"

namespace ttgt::blocks {

/// Bytes of blocks that a part of a component has: gathered, multiplied and scattered before the
/// next parts are, they stay in a CPU's caches.
inline constexpr std::int64_t part_bytes = std::int64_t{1} << 20;

/// The component in parts of about `part_bytes`, which have rows of their own if L has more
/// elements than R, or else columns: their sums are those of the component. One part where it is
/// smaller than two parts, or where the other operand, which all parts gather, is larger than a
/// quarter of one. Takes time in proportion to pairs.
[[nodiscard]] std::vector<Component> cut_into_parts(const BlockShapes& shapes,
                                                    const BlockJoin& join, Component component);

}  // namespace ttgt::blocks
