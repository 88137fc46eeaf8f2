// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/plan/gett_groups.h"

#include <optional>
#include <utility>

namespace ttgt::cuda {
namespace {

/// The groups of a shape; `of_rows` is the role of the free modes of the kernel's L.
GettGroups groups_of(const DirectShape& shape, Role of_rows) {
    GettGroups groups;
    if (of_rows == Role::free_r) std::swap(groups.l, groups.r);
    groups.rows.reserve(shape.outputs.size());
    groups.columns.reserve(shape.outputs.size());
    groups.inner.reserve(shape.sums.size());
    for (std::size_t m = 0; m < shape.outputs.size(); ++m) {
        const std::optional<Role> role = shape.output_roles[m];
        GroupModes& to = role == Role::batch ? groups.batch
                         : role == of_rows   ? groups.rows
                                             : groups.columns;
        to.add(shape.outputs[m]);
    }
    for (const Mode<3>& mode : shape.sums) groups.inner.add(mode);
    return groups;
}

}  // namespace

void GroupModes::add(const Mode<3>& mode) {
    modes_.push_back(&mode);
    volume_ *= mode.extent;
    for (std::size_t operand = 0; operand < fastest_.size(); ++operand) {
        const std::int64_t stride = stride_key(mode, operand);
        if (stride >= least_stride_[operand]) continue;
        least_stride_[operand] = stride;
        fastest_[operand] = &mode;
    }
}

GettGroups given_groups(const DirectShape& shape) { return groups_of(shape, Role::free_l); }

GettGroups swapped_groups(const DirectShape& shape) { return groups_of(shape, Role::free_r); }

}  // namespace ttgt::cuda
