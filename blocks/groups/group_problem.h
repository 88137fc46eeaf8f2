// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/groups.h>

#include <optional>
#include <string_view>
#include <vector>

#include "blocks/problem/block_problem.h"

namespace ttgt::blocks {

/// The name of the label that numbers the problems of a group. No expression can name it.
inline constexpr const char* problem_label = "#";

/// Transposes as a problem of blocks: block i of each operand is that of problem i. Each mode has a
/// section for each problem; one more label, of extent 1, keeps the problems apart. Throws as
/// plan_transposes().
[[nodiscard]] BlockProblem bind_transposes(const std::vector<TransposeLayouts>& problems,
                                           const std::vector<int>& perm, DType dtype,
                                           const TransposeGroupOptions& options);

/// Contractions as a problem of blocks, in the same way. Throws as plan_contractions().
[[nodiscard]] BlockProblem bind_contractions(
    std::string_view expression, const std::vector<std::vector<OperandLayout>>& problems,
    std::optional<bool> beta_is_zero);

}  // namespace ttgt::blocks
