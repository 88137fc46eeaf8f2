// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/mode_roles.h"

namespace ttgt {
namespace {

std::optional<Role> role_by_inputs(const Mode<3>& mode, Role in_both, Role in_l_only,
                                   Role in_r_only) {
    const bool in_l = mode.strides[operand_l] != 0;
    const bool in_r = mode.strides[operand_r] != 0;
    if (!in_l && !in_r) return {};
    return in_l && in_r ? in_both : in_l ? in_l_only : in_r_only;
}

}  // namespace

std::optional<Role> output_role(const Mode<3>& mode) {
    return role_by_inputs(mode, Role::batch, Role::free_l, Role::free_r);
}

std::optional<Role> sum_role(const Mode<3>& mode) {
    return role_by_inputs(mode, Role::contracted, Role::lone_l, Role::lone_r);
}

std::vector<std::optional<Role>> output_roles(const Modes<3>& outputs) {
    std::vector<std::optional<Role>> roles;
    roles.reserve(outputs.size());
    for (const Mode<3>& mode : outputs) roles.push_back(output_role(mode));
    return roles;
}

}  // namespace ttgt
