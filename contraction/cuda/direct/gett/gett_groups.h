// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "contraction/cuda/direct/direct_shape.h"

namespace ttgt::cuda {

/// The modes of a product by role, and which input of the shape is the kernel's L.
struct GettGroups {
    std::size_t l = 1;
    std::size_t r = 2;
    std::vector<const Mode<3>*> rows;
    std::vector<const Mode<3>*> columns;
    std::vector<const Mode<3>*> inner;
    std::vector<const Mode<3>*> batch;
};

[[nodiscard]] inline GettGroups make_groups(const DirectShape& shape, bool swapped) {
    GettGroups groups;
    if (swapped) std::swap(groups.l, groups.r);
    const Role of_rows = swapped ? Role::free_r : Role::free_l;
    for (std::size_t m = 0; m < shape.outputs.size(); ++m) {
        const std::optional<Role> role = shape.output_roles[m];
        auto& to = role == Role::batch ? groups.batch
                   : role == of_rows   ? groups.rows
                                       : groups.columns;
        to.push_back(&shape.outputs[m]);
    }
    for (const Mode<3>& mode : shape.sums) groups.inner.push_back(&mode);
    return groups;
}

/// The smallest |stride| of modes in an operand; none: beyond any.
[[nodiscard]] inline std::int64_t least_stride(const std::vector<const Mode<3>*>& modes,
                                               std::size_t operand) {
    std::int64_t least = most_span;
    for (const Mode<3>* mode : modes) {
        const std::int64_t stride = mode->strides[operand];
        if (stride != 0) least = std::min(least, stride < 0 ? -stride : stride);
    }
    return least;
}

}  // namespace ttgt::cuda
