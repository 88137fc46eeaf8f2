// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "blocks/plan/grouped_moves.h"
#include "blocks/problem/block_join.h"

namespace ttgt::blocks {

/// The strides that a block of an operand has along labels, those of a repeated label added.
[[nodiscard]] std::vector<std::int64_t> strides_along(const BlockProblem& problem, Operand operand,
                                                      std::uint32_t block,
                                                      const std::vector<std::size_t>& labels);

/// Bytes that a move reads and writes.
[[nodiscard]] double bytes_of(const Move& move, const MoveTypes& types);

/// Whether a label stands in this operand alone: blocks are summed over it, and are no moves.
[[nodiscard]] bool has_lone_labels(const BlockProblem& problem, Operand operand);

/// The move of a pair with one input; nothing where labels are summed over.
[[nodiscard]] std::optional<Move> move_of_pair(const BlockProblem& problem, const Pair& pair);

}  // namespace ttgt::blocks
