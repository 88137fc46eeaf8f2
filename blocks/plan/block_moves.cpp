// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/block_moves.h"

#include <algorithm>

#include "blocks/plan/gathered_way.h"

namespace ttgt::blocks {

void set_strides(const BlockShapes& shapes, Operand operand, std::uint32_t block,
                 const std::vector<std::size_t>& labels, std::vector<std::int64_t>& strides) {
    strides.clear();
    for (const std::size_t label : labels) strides.push_back(shapes.stride(operand, block, label));
}

double bytes_of(const Move& move, const MoveShapes& shapes, const MoveTypes& types) {
    const auto reads = move.has_input ? size_bytes(types.from) : 0;
    const auto writes = size_bytes(types.to) * (move.adds ? 2 : 1);
    return shapes.volume(move.shape) * static_cast<double>(reads + writes);
}

bool has_lone_labels(const BlockProblem& problem, Operand operand) {
    return std::ranges::any_of(problem.labels, [&](const BlockLabel& label) {
        return is_lone(label.role) && !label.modes[operand].empty();
    });
}

PairMoves::PairMoves(const ComponentSetting& setting)
    : setting_(setting),
      may_move_(setting.grouped != nullptr && setting.problem.traits.inputs == 1 &&
                !has_lone_labels(setting.problem, operand_l)),
      labels_(setting.problem.layout(operand_d).rank()) {
    const BlockProblem& problem = setting.problem;
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        for (const std::size_t mode : problem.labels[label].modes[operand_d]) labels_[mode] = label;
    }
}

std::optional<Move> PairMoves::move_of(const Pair& pair) {
    if (!may_move_) return std::nullopt;
    const BlockShapes& shapes = setting_.shapes;
    extents_.clear();
    for (const std::size_t label : labels_) {
        extents_.push_back(shapes.extent(operand_d, pair.d, label));
    }
    set_strides(shapes, operand_d, pair.d, labels_, to_);
    set_strides(shapes, operand_l, pair.l, labels_, from_);
    const MoveShape shape{extents_, to_, from_};
    if (!setting_.grouped->takes(shape, move_types(setting_.problem, multiply))) {
        return std::nullopt;
    }
    Move move;
    move.shape = setting_.move_shapes.number_of(shape);
    move.to = {BufferRef::Slot::d, pair.d, 0};
    move.from = {BufferRef::Slot::l, pair.l, 0};
    move.conjugates = setting_.problem.traits.conjugated[operand_l];
    move.adds = !setting_.problem.traits.beta_is_zero;
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
