// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/finish_plan.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "contraction/plan/workspace.h"

namespace ttgt::blocks {
namespace {

template <class Visit>
void for_each_stage(BlockPlan& plan, Visit&& visit) {
    for (std::vector<Stage>& pass : plan.passes) {
        for (Stage& stage : pass) visit(stage);
    }
    visit(plan.scale_rest);
    visit(plan.scale_all);
}

bool has_launches(BlockPlan& plan) {
    bool any = false;
    for_each_stage(plan, [&](const Stage& stage) {
        any = any || stage.moves != nullptr || stage.pairs != nullptr;
    });
    return any;
}

}  // namespace

void keep_used_plans(BlockPlan& plan) {
    constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> numbers(plan.plans.size(), unused);
    std::vector<Plan> kept;
    for_each_stage(plan, [&](Stage& stage) {
        for (Call& call : stage.calls) {
            std::uint32_t& number = numbers[call.plan];
            if (number == unused) {
                number = static_cast<std::uint32_t>(kept.size());
                kept.push_back(std::move(plan.plans[call.plan]));
            }
            call.plan = number;
        }
    });
    plan.plans = std::move(kept);
}

void place_scratch(BlockPlan& plan, std::int64_t gathered_bytes) {
    std::int64_t wide = 0;
    for_each_stage(plan, [&](const Stage& stage) {
        for (const Job& job : stage.jobs) {
            for (std::uint32_t i = 0; i < job.calls; ++i) {
                const Call& call = stage.calls[job.first_call + i];
                std::int64_t& most = job.is_wide ? wide : plan.scratch_bytes;
                most = std::max(most, plan.plans[call.plan].chosen.workspace_bytes);
            }
        }
    });
    plan.scratch_offset = gathered_bytes;
    plan.scratch_bytes = align_in_workspace(plan.scratch_bytes);
    plan.workspace_bytes =
        gathered_bytes + std::max(align_in_workspace(wide), plan.scratch_bytes * plan.threads);
    plan.address_offset = plan.workspace_bytes;
    if (!has_launches(plan)) {
        plan.grouped = nullptr;
        return;
    }
    plan.workspace_bytes += plan.address_bytes;
}

}  // namespace ttgt::blocks
