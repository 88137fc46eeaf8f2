// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/scale_stage.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace ttgt::blocks {
namespace {

/// Scales blocks of D in a launch over many.
class ScaleMoves {
public:
    explicit ScaleMoves(const ComponentSetting& setting)
        : setting_(setting),
          types_{setting.problem.operands[operand_d].dtype,
                 setting.problem.operands[operand_d].dtype} {}

    /// The move of a block; nothing where the device does not do it.
    [[nodiscard]] std::optional<Move> move_of(std::uint32_t block) {
        if (setting_.grouped == nullptr) return std::nullopt;
        const BlockLayout& d = setting_.problem.layout(operand_d);
        if (d.is_packed()) {
            const double volume = setting_.shapes.volume(operand_d, block);
            layout_.extents.assign(1, static_cast<std::int64_t>(volume));
            layout_.strides.assign(1, 1);
        } else {
            layout_ = d.layout(block);
        }
        const MoveShape shape{layout_.extents, layout_.strides, layout_.strides};
        if (!setting_.grouped->takes(shape, types_)) return std::nullopt;
        const Place place{BufferRef::Slot::d, block, 0};
        return Move{setting_.move_shapes.number_of(shape), false, false, true, place, place};
    }
    [[nodiscard]] const MoveTypes& types() const { return types_; }

private:
    const ComponentSetting& setting_;
    MoveTypes types_;
    Layout layout_;
};

}  // namespace

Stage scale_stage(const ComponentSetting& setting, const std::vector<char>& is_scaled) {
    const BlockOperand& d = setting.problem.operands[operand_d];
    ScaleMoves scale(setting);
    std::vector<PlannedJob> jobs;
    std::vector<Move> moves;
    for (std::uint32_t block = 0; block < is_scaled.size(); ++block) {
        if (is_scaled[block] == 0 || setting.shapes.volume(operand_d, block) == 0) continue;
        if (const std::optional<Move> move = scale.move_of(block)) {
            moves.push_back(*move);
            continue;
        }
        const Layout layout = d.layout.layout(block);
        const Place place{BufferRef::Slot::d, block, 0};
        const DenseProblem dense{&setting.expressions.scale(),
                                 {{d.dtype, layout}, {d.dtype, layout}},
                                 true,
                                 false,
                                 true};
        jobs.push_back({{{setting.plans.number_of(dense),
                          ScalarRole::one,
                          ScalarRole::beta,
                          place,
                          place,
                          {}}},
                        false});
    }
    Stage stage = make_stage("scale", "D", std::move(jobs), setting.plans, setting.threads);
    add_moves(stage, scale.types(), setting.move_shapes, moves, setting.grouped);
    return stage;
}

}  // namespace ttgt::blocks
