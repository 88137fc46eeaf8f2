// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "contraction/cuda/direct/direct_shape.h"

namespace ttgt::cuda {

/// Modes of a group; they belong to a DirectShape, which has to outlive this.
using GroupModes = std::vector<const Mode<3>*>;

/// The modes of a product by role, and which input of the shape is the kernel's L.
struct GettGroups {
    /// The operand of the shape that is the kernel's L: 1 or 2.
    std::size_t l = 1;
    /// The operand of the shape that is the kernel's R: 2 or 1.
    std::size_t r = 2;
    /// Modes of the kernel's L and D.
    GroupModes rows;
    /// Modes of the kernel's R and D.
    GroupModes columns;
    /// Modes of both inputs, which are summed over.
    GroupModes inner;
    /// Modes of both inputs and D.
    GroupModes batch;
};

/// The groups of a shape whose L is the kernel's L.
[[nodiscard]] GettGroups given_groups(const DirectShape& shape);
/// The groups of a shape whose R is the kernel's L.
[[nodiscard]] GettGroups swapped_groups(const DirectShape& shape);

/// Number of index tuples of a group: the product of its extents.
[[nodiscard]] std::int64_t volume(const GroupModes& modes);
/// The mode of a group with the smallest stride in an operand; null where the operand has none of
/// the group's modes.
[[nodiscard]] const Mode<3>* fastest(const GroupModes& modes, std::size_t operand);
/// The smallest stride of a group's modes in an operand, in elements, without its sign; most_span
/// where the operand has none of the modes.
[[nodiscard]] std::int64_t least_stride(const GroupModes& modes, std::size_t operand);

}  // namespace ttgt::cuda
