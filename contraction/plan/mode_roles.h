// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "contraction/problem/problem.h"
#include "src/core/modes.h"

namespace ttgt {

/// The role of a mode of D, found from its strides in L and R: free_l, free_r or batch. A stride of
/// 0 means that the operand does not have the label. Empty if both strides are 0.
[[nodiscard]] std::optional<Role> output_role(const Mode<3>& mode);
/// The role of a mode that is summed over, found from its strides in L and R: contracted, lone_l or
/// lone_r. A stride of 0 means that the operand does not have the label. Empty if both strides are
/// 0.
[[nodiscard]] std::optional<Role> sum_role(const Mode<3>& mode);
/// The output_role() of each of these modes.
[[nodiscard]] std::vector<std::optional<Role>> output_roles(const Modes<3>& outputs);

}  // namespace ttgt
