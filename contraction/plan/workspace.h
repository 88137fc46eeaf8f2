// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "contraction/plan/candidate.h"
#include "contraction/problem/matrix_view.h"

namespace ttgt {

/// Where the intermediates of a candidate, its transposed operands, lie in the workspace.
struct WorkspaceMap {
    /// Byte offsets of the intermediates of D, L and R; -1 for an operand that is used in place.
    std::array<std::int64_t, operand_count> offsets{-1, -1, -1};
    /// Bytes of workspace up to the end of the last intermediate.
    std::int64_t bytes = 0;
};

/// Rounds a byte offset up to a multiple of workspace_alignment. Throws SizeOverflow where the
/// result exceeds 64-bit integers.
[[nodiscard]] std::int64_t align_in_workspace(std::int64_t bytes);

/// The extents of all labels in the candidate's largest slice: the chunk of a sliced label, the
/// full extent of any other label.
[[nodiscard]] Extents sliced_extents(const Problem& problem, const Candidate& candidate);

/// The extents of all labels for every shape of slice that the candidate has, the largest slice
/// first. There are several shapes where the last slice of a label is shorter.
[[nodiscard]] std::vector<Extents> slice_shapes(const Problem& problem, const Candidate& candidate);

/// Places the intermediates in the workspace, each at a multiple of workspace_alignment. An
/// intermediate has the size of one slice of its operand, and of its padding. Throws SizeOverflow
/// where a size exceeds 64-bit integers.
[[nodiscard]] WorkspaceMap map_workspace(const Problem& problem, const Candidate& candidate);

}  // namespace ttgt
