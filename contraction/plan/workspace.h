// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "contraction/plan/candidate.h"
#include "contraction/problem/matrix_view.h"

namespace ttgt {

/// Where a candidate's intermediates lie in the workspace: byte offsets of the transposed D, L and
/// R (-1 where the operand is used in place) and the end of the last one.
struct WorkspaceMap {
    std::array<std::int64_t, operand_count> offsets{-1, -1, -1};
    std::int64_t bytes = 0;
};

/// The next byte offset at which something in the workspace may start. Throws SizeOverflow.
[[nodiscard]] std::int64_t align_in_workspace(std::int64_t bytes);

/// Extents of the largest slice each loop of the candidate works on.
[[nodiscard]] Extents sliced_extents(const Problem& problem, const Candidate& candidate);

/// Those of every shape that a slice of the candidate has, the largest first: the last slice of a
/// label may be shorter.
[[nodiscard]] std::vector<Extents> slice_shapes(const Problem& problem, const Candidate& candidate);

/// Each intermediate holds one slice of its operand, packed, and starts at workspace_alignment.
/// Throws SizeOverflow.
[[nodiscard]] WorkspaceMap map_workspace(const Problem& problem, const Candidate& candidate);

}  // namespace ttgt
