// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/formula/rank_formula.h"

#include <algorithm>
#include <utility>

#include "distributed/formula/formula_candidates.h"
#include "distributed/plan/received.h"
#include "network/plan/lifetimes.h"
#include "operators/plan_formula.h"
#include "src/core/checked.h"

namespace ttgt {
namespace {

class FormulaLowering {
public:
    FormulaLowering(const SpreadFormula& problem, const FormulaCandidate& candidate,
                    Context& context)
        : problem_(problem), context_(context) {
        formula_.candidate = candidate;
        formula_.staged = stages_of(problem, candidate);
    }

    RankFormula lower() {
        for (const FormulaStage& stage : formula_.staged.stages) {
            RankStage& lowered = formula_.stages.emplace_back();
            for (std::size_t i = 0; i < stage.tensors.size(); ++i) {
                lowered.tensors.push_back(i == 0 ? output_step(stage)
                                                 : input_step(stage.tensors[i]));
            }
        }
        place_in_workspace();
        return std::move(formula_);
    }

private:
    [[nodiscard]] const FormulaTensor& tensor_of(const StageTensor& in_stage) const {
        return formula_.staged.tensors[in_stage.tensor];
    }
    [[nodiscard]] bool is_parts(const StageTensor& in_stage) const {
        return in_stage.tensor == problem_.tensors.size();
    }
    [[nodiscard]] Layout packed_part(const StageTensor& in_stage) const {
        return packed(shard_extents(in_stage.work, tensor_of(in_stage).extents, problem_.rank));
    }
    [[nodiscard]] bool moves(const Movement& movement) const {
        return most_received(movement, problem_.ranks).elements > 0;
    }
    [[nodiscard]] Redistribution redistribution(const Movement& movement) {
        Redistribution result(context_, movement, problem_.rank);
        staging_bytes_ = std::max(staging_bytes_, result.staging_bytes());
        return result;
    }

    TensorStep input_step(const StageTensor& in_stage) {
        TensorStep step;
        Movement movement = movement_to(tensor_of(in_stage), in_stage);
        step.ranks_bring = moves(movement);
        if (!step.ranks_bring) {
            if (const std::optional<Part> part = part_in_place(movement, problem_.rank)) {
                step.layout = part->layout;
                step.offset = part->offset * size_bytes(movement.dtype);
                return step;
            }
        }
        step.is_in_place = false;
        step.layout = packed_part(in_stage);
        movement.to_strides = step.layout.strides;
        step.bring.emplace(redistribution(movement));
        return step;
    }

    TensorStep output_step(const FormulaStage& stage) {
        const StageTensor& in_stage = stage.tensors[0];
        TensorStep step;
        step.layout = packed_part(in_stage);
        if (is_parts(in_stage)) return step;
        Movement back = movement_back(tensor_of(in_stage), in_stage);
        Movement there = movement_to(tensor_of(in_stage), in_stage);
        step.ranks_return = moves(back);
        step.ranks_bring = stage.reads_output && moves(there);
        if (!step.ranks_return && !step.ranks_bring && holds_what_it_writes(back)) {
            step.layout = tensor_of(in_stage).local;
            return step;
        }
        step.is_in_place = false;
        back.from_strides = step.layout.strides;
        step.back.emplace(redistribution(back));
        if (!stage.reads_output) return step;
        there.to_strides = step.layout.strides;
        step.bring.emplace(redistribution(there));
        return step;
    }

    /// Whether this rank's part of the output is what it writes in the stage. A rank that holds no
    /// part has no memory to write to.
    [[nodiscard]] bool holds_what_it_writes(const Movement& back) const {
        const bool is_idle = problem_.rank >= ranks_of(back.from.grid);
        const bool holds = problem_.rank < ranks_of(back.to.grid);
        return holds_the_same(back, problem_.rank) && (holds || is_idle);
    }

    /// Places the parts, memory of messages, and each tensor that is brought or returned.
    void place_in_workspace() {
        const std::size_t last = formula_.stages.size() - 1;
        std::vector<network::Lifetime> lifetimes{{staging_bytes_, 0, last},
                                                 {parts_bytes(), 0, last}};
        for (std::size_t i = 0; i <= last; ++i) {
            const std::vector<StageTensor>& tensors = formula_.staged.stages[i].tensors;
            for (std::size_t tensor = 0; tensor < tensors.size(); ++tensor) {
                const bool is_placed = !formula_.stages[i].tensors[tensor].is_in_place;
                lifetimes.push_back({is_placed ? bytes_of(tensors[tensor]) : 0, i, i});
            }
        }
        const network::WorkspaceOffsets places = network::place(lifetimes);
        formula_.workspace_bytes = places.bytes;
        formula_.staging_offset = places.offsets[0];
        formula_.parts_offset = places.offsets[1];
        auto next = places.offsets.begin() + 2;
        for (RankStage& stage : formula_.stages) {
            for (TensorStep& step : stage.tensors) {
                if (!step.is_in_place) step.offset = *next;
                ++next;
            }
        }
    }

    [[nodiscard]] std::int64_t bytes_of(const StageTensor& in_stage) const {
        const FormulaTensor& tensor = tensor_of(in_stage);
        return checked_multiply(shard_volume(in_stage.work, tensor.extents, problem_.rank),
                                size_bytes(tensor.dtype), "the workspace");
    }
    [[nodiscard]] std::int64_t parts_bytes() const {
        const StageTensor& written = formula_.staged.stages[0].tensors[0];
        return is_parts(written) ? bytes_of(written) : 0;
    }

    const SpreadFormula& problem_;
    Context& context_;
    RankFormula formula_;
    std::int64_t staging_bytes_ = 0;
};

}  // namespace

RankFormula lower_formula(const SpreadFormula& problem, const FormulaCandidate& candidate,
                          Context& context) {
    return FormulaLowering(problem, candidate, context).lower();
}

void plan_stages(const SpreadFormula& problem, Context& context, RankFormula& formula) {
    for (std::size_t i = 0; i < formula.stages.size(); ++i) {
        const FormulaStage& stage = formula.staged.stages[i];
        RankStage& lowered = formula.stages[i];
        if (problem.rank >= ranks_of(stage.tensors[0].work.grid)) continue;
        std::vector<OperandLayout> operands;
        for (std::size_t tensor = 0; tensor < stage.tensors.size(); ++tensor) {
            operands.push_back({formula.staged.tensors[stage.tensors[tensor].tensor].dtype,
                                lowered.tensors[tensor].layout});
        }
        lowered.plan.emplace(plan_formula(context, stage.formula, operands, problem.types));
    }
}

}  // namespace ttgt
