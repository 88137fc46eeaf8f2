// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "contraction/problem/problem.h"

namespace ttgt {

/// The extent of every label of a Problem, cut down where a label is sliced.
using Extents = std::vector<std::int64_t>;

[[nodiscard]] Extents full_extents(const Problem& problem);
/// Product of the group's extents.
[[nodiscard]] std::int64_t volume(const std::vector<std::size_t>& group, const Extents& extents);

/// A group of labels as one index of an operand: its extent and the stride between neighbours.
struct MergedGroup {
    std::int64_t extent = 1;
    std::int64_t stride = 0;  ///< 0 where the extent is 1
};

/// The group, fastest label first, as one index of `operand`; nothing where its strides do not form
/// one arithmetic sequence.
[[nodiscard]] std::optional<MergedGroup> merge_group(const Problem& problem, Operand operand,
                                                     const std::vector<std::size_t>& group,
                                                     const Extents& extents);

/// A group of labels as a single index where the labels are cut into slices: `shapes` are the
/// extents of whole and of shorter slices. Nothing where the slices do not all form an index of the
/// same stride.
[[nodiscard]] std::optional<MergedGroup> merge_group(const Problem& problem, Operand operand,
                                                     const std::vector<std::size_t>& group,
                                                     const std::vector<Extents>& shapes);

/// A column-major matrix in place: `rows` contiguous, `columns` apart by `ld`.
struct MatrixView {
    std::int64_t rows = 1;
    std::int64_t columns = 1;
    std::int64_t ld = 1;
};

/// The matrix whose two indices are these groups of one operand, with the rows contiguous; nothing
/// where they are not such indices.
[[nodiscard]] std::optional<MatrixView> as_matrix(const std::optional<MergedGroup>& rows,
                                                  const std::optional<MergedGroup>& columns);
/// The matrix whose rows and columns are the labels of two groups of one operand, which are first
/// merged into one index each. Nothing where a group does not merge, or the rows are not
/// contiguous.
[[nodiscard]] std::optional<MatrixView> as_matrix(const Problem& problem, Operand operand,
                                                  const std::vector<std::size_t>& row_group,
                                                  const std::vector<std::size_t>& column_group,
                                                  const Extents& extents);

}  // namespace ttgt
