// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "contraction/problem/problem.h"
#include "src/core/modes.h"

namespace ttgt {

/// The role of a mode of a product, by the inputs that move along it; nothing where none does.
/// Strides are of D, L and R: one of 0 is a label that is not there, as a stride of 0 given by the
/// caller makes it.
[[nodiscard]] std::optional<Role> output_role(const Mode<3>& mode);
[[nodiscard]] std::optional<Role> sum_role(const Mode<3>& mode);
[[nodiscard]] std::vector<std::optional<Role>> output_roles(const Modes<3>& outputs);

}  // namespace ttgt
