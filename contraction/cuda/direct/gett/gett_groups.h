// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "contraction/cuda/direct/direct_shape.h"

namespace ttgt::cuda {

using GroupModes = std::vector<const Mode<3>*>;

/// The modes of a product by role, and which input of the shape is the kernel's L.
struct GettGroups {
    std::size_t l = 1;
    std::size_t r = 2;
    GroupModes rows;
    GroupModes columns;
    GroupModes inner;
    GroupModes batch;
};

[[nodiscard]] GettGroups make_groups(const DirectShape& shape, bool swapped);

/// Index tuples of a group.
[[nodiscard]] std::int64_t volume(const GroupModes& modes);
/// The mode with the smallest stride in an operand; nothing where it has none of them.
[[nodiscard]] const Mode<3>* fastest(const GroupModes& modes, std::size_t operand);
/// That stride without its sign; none: beyond any.
[[nodiscard]] std::int64_t least_stride(const GroupModes& modes, std::size_t operand);

}  // namespace ttgt::cuda
