// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "contraction/problem/matrix_view.h"

namespace ttgt {

/// One way to deal with the labels of a role: some stand side by side along one dimension of the
/// matrices, the others are looped over.
struct Grouping {
    std::vector<std::size_t> labels;  ///< fastest first
    std::vector<std::size_t> loops;
    std::int64_t extent = 1;      ///< of the labels together
    std::int64_t loop_count = 1;  ///< of the loops together
    /// The labels as one index of each operand they stand in, where they are one there.
    std::array<std::optional<MergedGroup>, operand_count> merged;
};

/// The groupings worth trying for `role`, whose labels stand in operands `a` and `b`: all labels in
/// a's order and in b's; each run of labels that is one index of a or of b; each label alone.
/// Without repetition, and one empty grouping where the role has no labels.
[[nodiscard]] std::vector<Grouping> groupings(const Problem& problem, Role role, Operand a,
                                              Operand b);

}  // namespace ttgt
