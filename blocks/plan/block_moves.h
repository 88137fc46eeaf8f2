// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "blocks/plan/component_plan.h"
#include "blocks/plan/grouped_moves.h"
#include "blocks/problem/block_join.h"

namespace ttgt::blocks {

/// The strides of a block along labels, 0 where the operand lacks one; in place of what `strides`
/// held.
void set_strides(const BlockShapes& shapes, Operand operand, std::uint32_t block,
                 const std::vector<std::size_t>& labels, std::vector<std::int64_t>& strides);

/// Bytes that a move reads and writes.
[[nodiscard]] double bytes_of(const Move& move, const MoveShapes& shapes, const MoveTypes& types);

/// Whether a label stands in this operand alone: blocks are summed over it, and are no moves.
[[nodiscard]] bool has_lone_labels(const BlockProblem& problem, Operand operand);

/// Makes the moves of an expression with one input.
class PairMoves {
public:
    explicit PairMoves(const ComponentSetting& setting);

    /// The move that does a pair; nothing where the device does not do it in a launch over many.
    [[nodiscard]] std::optional<Move> move_of(const Pair& pair);

private:
    const ComponentSetting& setting_;
    bool may_move_;
    std::vector<std::size_t> labels_;  // of D's modes
    std::vector<std::int64_t> extents_, to_, from_;
};

}  // namespace ttgt::blocks
