// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/transpose.h>

#include <string>
#include <vector>

namespace ttgt {

/// One way the planner weighs.
struct TransposeCandidate {
    TransposePlan plan;
    std::string parameters;  ///< of its method: the tile
    bool chosen = false;     ///< by the model
};

/// Every candidate of a transpose, as the model ranks them, at least one. Arguments and errors are
/// those of plan_transpose().
[[nodiscard]] std::vector<TransposeCandidate> transpose_candidates(Context& context,
                                                                   const Layout& in,
                                                                   const Layout& out,
                                                                   const std::vector<int>& perm,
                                                                   DType dtype);

}  // namespace ttgt
