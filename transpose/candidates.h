// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/transpose.h>

#include <string>
#include <vector>

namespace ttgt {

/// One way to do a transpose that the planner compares.
struct TransposeCandidate {
    /// The plan that runs this candidate.
    TransposePlan plan;
    /// Text of the tile that the plan's method moves at a time.
    std::string parameters;
    /// Whether the cost model predicts this candidate to be the cheapest.
    bool chosen = false;
};

/// All candidates of a transpose, cheapest first; at least one. Arguments and errors are those of
/// plan_transpose().
[[nodiscard]] std::vector<TransposeCandidate> transpose_candidates(Context& context,
                                                                   const Layout& in,
                                                                   const Layout& out,
                                                                   const std::vector<int>& perm,
                                                                   DType dtype);

}  // namespace ttgt
