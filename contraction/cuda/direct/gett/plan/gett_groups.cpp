// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/plan/gett_groups.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace ttgt::cuda {
namespace {

/// The groups of a shape; `of_rows` is the role of the free modes of the kernel's L.
GettGroups groups_of(const DirectShape& shape, Role of_rows) {
    GettGroups groups;
    if (of_rows == Role::free_r) std::swap(groups.l, groups.r);
    for (GroupModes* modes : {&groups.rows, &groups.columns, &groups.batch}) {
        modes->reserve(shape.outputs.size());
    }
    groups.inner.reserve(shape.sums.size());
    for (std::size_t m = 0; m < shape.outputs.size(); ++m) {
        const std::optional<Role> role = shape.output_roles[m];
        GroupModes& to = role == Role::batch ? groups.batch
                         : role == of_rows   ? groups.rows
                                             : groups.columns;
        to.push_back(&shape.outputs[m]);
    }
    for (const Mode<3>& mode : shape.sums) groups.inner.push_back(&mode);
    return groups;
}

}  // namespace

GettGroups given_groups(const DirectShape& shape) { return groups_of(shape, Role::free_l); }

GettGroups swapped_groups(const DirectShape& shape) { return groups_of(shape, Role::free_r); }

std::int64_t volume(const GroupModes& modes) {
    std::int64_t product = 1;
    for (const Mode<3>* mode : modes) product *= mode->extent;
    return product;
}

const Mode<3>* fastest(const GroupModes& modes, std::size_t operand) {
    const auto first =
        std::min_element(modes.begin(), modes.end(), [operand](const Mode<3>* a, const Mode<3>* b) {
            return stride_key(*a, operand) < stride_key(*b, operand);
        });
    return first == modes.end() || (*first)->strides[operand] == 0 ? nullptr : *first;
}

std::int64_t least_stride(const GroupModes& modes, std::size_t operand) {
    const Mode<3>* const mode = fastest(modes, operand);
    return mode == nullptr ? most_span : stride_key(*mode, operand);
}

}  // namespace ttgt::cuda
