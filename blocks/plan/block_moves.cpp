// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/block_moves.h"

#include <algorithm>

#include "blocks/plan/component_plan.h"
#include "blocks/plan/gathered_way.h"

namespace ttgt::blocks {

std::vector<std::int64_t> strides_along(const BlockProblem& problem, Operand operand,
                                        std::uint32_t block,
                                        const std::vector<std::size_t>& labels) {
    const Layout layout = problem.layout(operand).layout(block);
    std::vector<std::int64_t> strides;
    for (const std::size_t label : labels) {
        std::int64_t stride = 0;
        for (const std::size_t mode : problem.labels[label].modes[operand]) {
            stride += layout.strides[mode];
        }
        strides.push_back(stride);
    }
    return strides;
}

double bytes_of(const Move& move, const MoveTypes& types) {
    const auto reads = move.has_input ? size_bytes(types.from) : 0;
    const auto writes = size_bytes(types.to) * (move.adds ? 2 : 1);
    return static_cast<double>(volume(move.to_layout)) * static_cast<double>(reads + writes);
}

bool has_lone_labels(const BlockProblem& problem, Operand operand) {
    return std::ranges::any_of(problem.labels, [&](const BlockLabel& label) {
        return is_lone(label.role) && !label.modes[operand].empty();
    });
}

std::optional<Move> move_of_pair(const BlockProblem& problem, const Pair& pair) {
    if (pair.r != none || has_lone_labels(problem, operand_l)) return std::nullopt;
    const Layout to = problem.layout(operand_d).layout(pair.d);
    std::vector<std::size_t> labels(to.extents.size());
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        for (const std::size_t mode : problem.labels[label].modes[operand_d]) labels[mode] = label;
    }
    Move move;
    move.to_layout = to;
    move.from_layout = {to.extents, strides_along(problem, operand_l, pair.l, labels)};
    move.to = {BufferRef::Slot::d, pair.d, 0};
    move.from = {BufferRef::Slot::l, pair.l, 0};
    move.conjugates = problem.traits.conjugated[operand_l];
    move.adds = !problem.traits.beta_is_zero;
    return move;
}

MoveTypes move_types(const BlockProblem& problem, StageKind kind) {
    const DType d = problem.operands[operand_d].dtype;
    const DType l = problem.operands[operand_l].dtype;
    switch (kind) {
        case gather_l:
            return {l, l};
        case gather_r:
            return {problem.operands[operand_r].dtype, problem.operands[operand_r].dtype};
        case multiply:
            return {l, d};
        default:
            return {product_dtype(d), d};
    }
}

}  // namespace ttgt::blocks
