// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/stage_builder.h"

#include <algorithm>
#include <string>
#include <utility>

#include "blocks/plan/component_plan.h"
#include "src/core/counts.h"

namespace ttgt::blocks {

double predicted_ms(const PlannedJob& job, const DensePlans& plans) {
    double ms = 0;
    for (const Call& call : job.calls) ms += plans.plan(call.plan).chosen.predicted_ms;
    return ms;
}

double predicted_ms(const std::vector<PlannedJob>& jobs, const DensePlans& plans, int threads) {
    double wide = 0;
    double narrow = 0;
    double longest = 0;
    for (const PlannedJob& job : jobs) {
        const double ms = predicted_ms(job, plans);
        (job.is_wide ? wide : narrow) += ms;
        if (!job.is_wide) longest = std::max(longest, ms);
    }
    return wide + std::max(narrow / threads, longest);
}

Stage make_stage(std::string kind, std::string operand, std::vector<PlannedJob> jobs,
                 const DensePlans& plans, int threads) {
    Stage stage;
    stage.kind = std::move(kind);
    stage.operand = std::move(operand);
    stage.ms = predicted_ms(jobs, plans, threads);
    for (const PlannedJob& job : jobs) {
        Job& made = stage.jobs.emplace_back();
        made.first_call = static_cast<std::uint32_t>(stage.calls.size());
        made.calls = static_cast<std::uint32_t>(job.calls.size());
        made.is_wide = job.is_wide;
        made.ms = predicted_ms(job, plans);
        for (const Call& call : job.calls) {
            const Problem& problem = plans.plan(call.plan).problem;
            stage.bytes = saturating_sum(stage.bytes, bytes(problem));
            if (problem.inputs == 2) stage.flops += flops(problem);
            stage.calls.push_back(call);
        }
    }
    std::ranges::stable_sort(stage.jobs, [](const Job& a, const Job& b) {
        return a.is_wide != b.is_wide ? a.is_wide : a.ms > b.ms;
    });
    return stage;
}

std::string describe_work(const Stage& stage) {
    const std::string jobs = std::to_string(stage.jobs.size()) + " jobs";
    std::string text;
    if (stage.moves != nullptr) text += std::to_string(stage.move_count) + " blocks at once, ";
    if (stage.pairs != nullptr) text += std::to_string(stage.pair_count) + " pairs at once, ";
    if (text.empty() || !stage.jobs.empty()) return text + jobs;
    return text.substr(0, text.size() - 2);
}

void add_moves(Stage& stage, const MoveTypes& types, const MoveShapes& shapes,
               const std::vector<Move>& moves, const GroupedKernels* grouped) {
    if (moves.empty()) return;
    stage.moves = grouped->prepare(types, shapes, moves);
    stage.move_count = moves.size();
    stage.bytes = saturating_sum(stage.bytes, stage.moves->bytes());
    stage.ms += grouped->launch_ms() + grouped->move_ms(static_cast<double>(stage.moves->bytes()));
}

void add_pairs(Stage& stage, const BlockShapes& shapes, const std::vector<Pair>& pairs,
               const GroupedKernels* grouped) {
    stage.pairs = grouped->prepare_pairs(shapes, pairs);
    stage.pair_count = pairs.size();
    stage.ms += grouped->launch_ms() + stage.pairs->ms();
    for (const Pair& pair : pairs) stage.flops += pair_flops(shapes, pair);
}

}  // namespace ttgt::blocks
