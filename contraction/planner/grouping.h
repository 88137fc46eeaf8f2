// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "contraction/problem/matrix_view.h"

namespace ttgt {

/// A division of the labels of one role into two groups: labels that together form one dimension of
/// the matrices, and labels that are looped over. Labels are indices into Problem::labels.
struct Grouping {
    std::vector<std::size_t> labels;  ///< labels of the matrix dimension, fastest first
    std::vector<std::size_t> loops;   ///< labels that are looped over
    std::int64_t extent = 1;          ///< product of the extents of `labels`
    std::int64_t loop_count = 1;      ///< product of the extents of `loops`
    /// For each operand: `labels` as a single index with one stride. Empty where the operand lacks
    /// the labels or their strides do not form a single index.
    std::array<std::optional<MergedGroup>, operand_count> merged;
};

/// The groupings of the labels of `role` that are worth trying. The labels stand in the operands
/// `a` and `b`. The matrix dimensions tried are: all labels in the order of a; all labels in the
/// order of b; the longest run of labels from each label on that is a single index of a, or of b;
/// and each label alone. No grouping appears twice. If the role has no labels, the result is one
/// grouping without labels.
[[nodiscard]] std::vector<Grouping> groupings(const Problem& problem, Role role, Operand a,
                                              Operand b);

}  // namespace ttgt
