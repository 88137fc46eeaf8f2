// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/run/rank_plan.h"

#include <ttgt/error.h>

#include <algorithm>

#include "contraction/binary/planned_contraction.h"
#include "contraction/plan/workspace.h"
#include "network/network_contraction.h"
#include "src/core/checked.h"

namespace ttgt {
namespace {

class Lowering {
public:
    Lowering(const DistributedProblem& problem, DistributedCandidate candidate, Context& context,
             const DistributedOptions& options, std::int64_t workspace_limit)
        : problem_(problem), context_(context), options_(options), limit_(workspace_limit) {
        plan_.candidate = std::move(candidate);
    }

    RankPlan lower() {
        if (plan_.candidate.engine == Engine::scalapack) {
            plan_.grid_product.emplace(problem_, plan_.candidate, options_.int_limit);
        }
        // The output comes last, so that the places of the inputs do not depend on it.
        plan_.operands.resize(problem_.operands.size());
        if (arrives_in_output(problem_, plan_.candidate, problem_.rank)) return lower_arrival();
        for (std::size_t operand = operand_l; operand < problem_.operands.size(); ++operand) {
            place_input(operand);
        }
        place_output();
        plan_.scratch_offset = end_;
        if (plan_.candidate.engine == Engine::local) plan_local();
        plan_.workspace_bytes = checked_add(end_, scratch_, "the workspace");
        return std::move(plan_);
    }

private:
    [[nodiscard]] bool holds_anything() const {
        return problem_.rank < ranks_of(grid_of(plan_.candidate));
    }

    /// Lowers a plan without a product: the redistribution of the only input writes D.
    RankPlan lower_arrival() {
        place_output();
        const SpreadOperand& of = problem_.operands[operand_l];
        const SpreadOperand& d = problem_.operands[operand_d];
        OperandStep& step = plan_.operands[operand_l];
        Movement movement = movement_of(problem_, plan_.candidate, operand_l);
        for (const std::size_t label : of.labels) {
            const auto mode = static_cast<std::size_t>(mode_of(d, label));
            step.layout.extents.push_back(d.local.extents[mode]);
            step.layout.strides.push_back(d.local.strides[mode]);
        }
        step.is_in_place = false;
        step.moves = true;
        movement.to_strides = step.layout.strides;
        movement.conjugate = of.is_conjugated;
        plan_.plain.emplace(context_, movement, problem_.rank);
        movement.overwrites = false;
        redistribute(step, movement);
        plan_.workspace_bytes = std::max(scratch_, plan_.plain->staging_bytes());
        return std::move(plan_);
    }

    /// Whether the product can use an operand with the layout `lies` in place. ScaLAPACK needs a
    /// matrix; the local engine takes any layout.
    bool suits_product(std::size_t operand, const Layout& lies) {
        return !plan_.grid_product || plan_.grid_product->use_in_place(operand, lies);
    }

    void place_input(std::size_t operand) {
        OperandStep& step = plan_.operands[operand];
        Movement movement = movement_of(problem_, plan_.candidate, operand);
        step.moves = plan_.candidate.moves[operand];
        if (!step.moves) {
            const std::optional<Part> part = part_in_place(movement, problem_.rank);
            if (part && suits_product(operand, part->layout)) {
                step.offset = part->offset * size_bytes(movement.dtype);
                step.layout = part->layout;
                return;
            }
        }
        give_workspace(step, operand);
        movement.to_strides = step.layout.strides;
        redistribute(step, movement);
    }

    void place_output() {
        OperandStep& step = plan_.operands[operand_d];
        Movement movement = movement_of(problem_, plan_.candidate, operand_d);
        step.moves = plan_.candidate.moves[operand_d];
        const Layout& lies = problem_.operands[operand_d].local;
        if (!step.moves && holds_the_same(movement, problem_.rank) &&
            suits_product(operand_d, lies)) {
            step.layout = lies;
            return;
        }
        give_workspace(step, operand_d);
        movement.from_strides = step.layout.strides;
        redistribute(step, movement);
    }

    void give_workspace(OperandStep& step, std::size_t operand) {
        const SpreadOperand& of = problem_.operands[operand];
        std::int64_t elements = 0;
        if (plan_.grid_product) {
            step.layout = plan_.grid_product->layout(operand);
            elements = plan_.grid_product->elements(operand);
            step.is_cleared = operand != operand_d && plan_.grid_product->is_padded(operand);
        } else {
            step.layout =
                packed(shard_extents(plan_.candidate.work[operand], of.extents, problem_.rank));
            elements = shard_volume(plan_.candidate.work[operand], of.extents, problem_.rank);
        }
        step.is_in_place = false;
        step.offset = end_;
        step.bytes = checked_multiply(elements, size_bytes(of.dtype), "the workspace");
        end_ = checked_add(end_, align_in_workspace(step.bytes), "the workspace");
    }

    void redistribute(OperandStep& step, const Movement& movement) {
        step.redistribution.emplace(context_, movement, problem_.rank);
        scratch_ = std::max(scratch_, step.redistribution->staging_bytes());
    }

    /// The statement that this rank contracts. If the product writes D itself, it is the
    /// expression. If not, it has the assignment `=`: the redistribution of the output adds to the
    /// old D.
    [[nodiscard]] Statement local_statement() const {
        Statement statement{problem_.expression, {}};
        if (!plan_.operands[operand_d].is_in_place) {
            Expression& expression = statement.expression;
            if (expression.assignment == Assignment::subtract) {
                expression.terms.front().scale = -expression.terms.front().scale;
            }
            expression.assignment = Assignment::assign;
        }
        for (std::size_t operand = 0; operand < problem_.operands.size(); ++operand) {
            statement.operands.push_back(
                {problem_.operands[operand].dtype, plan_.operands[operand].layout});
        }
        return statement;
    }

    void plan_local() {
        if (!holds_anything()) return;
        PlanOptions options = options_;
        options.beta_is_zero =
            !plan_.operands[operand_d].is_in_place || problem_.global.beta_is_zero;
        options.workspace_limit = std::max<std::int64_t>(limit_ - end_, 0);
        plan_.local.emplace(make_contraction_plan(
            plan_statement(context_, local_statement(), options, {}, context_.options().threads)));
        scratch_ = std::max(scratch_, plan_.local->workspace_bytes());
    }

    const DistributedProblem& problem_;
    Context& context_;
    const DistributedOptions& options_;
    std::int64_t limit_;
    RankPlan plan_;
    std::int64_t end_ = 0;
    std::int64_t scratch_ = 0;
};

}  // namespace

RankPlan lower(const DistributedProblem& problem, DistributedCandidate candidate, Context& context,
               const DistributedOptions& options, std::int64_t workspace_limit) {
    return Lowering(problem, std::move(candidate), context, options, workspace_limit).lower();
}

}  // namespace ttgt
