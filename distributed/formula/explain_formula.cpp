// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "distributed/formula/formula_candidates.h"
#include "distributed/formula/planned_formula.h"
#include "distributed/rank_rates.h"

namespace ttgt {
namespace {

/// Calls visit(redistribution) for each that moves elements between ranks.
template <class Visit>
void for_each_exchange(const RankFormula& plan, Visit&& visit) {
    for (const RankStage& stage : plan.stages) {
        for (const TensorStep& step : stage.tensors) {
            if (step.bring && step.ranks_bring) visit(*step.bring);
            if (step.back && step.ranks_return) visit(*step.back);
        }
    }
}

std::string describe_tensor(const FormulaTensor& tensor) {
    std::string text = fmt::format("  {}: {} {} on grid {}, this rank holds {}\n", tensor.name,
                                   name(tensor.dtype), fmt::join(tensor.extents, "x"),
                                   fmt::join(tensor.given.grid, "x"), to_string(tensor.local));
    for (std::size_t mode = 0; mode < tensor.extents.size(); ++mode) {
        const ModeSpread& spread = tensor.given.modes[mode];
        if (spread.axes.empty()) continue;
        text += fmt::format("    mode {} over {} ranks in blocks of {}\n", mode,
                            ranks_along(tensor.given.grid, spread.axes), spread.block);
    }
    return text;
}

std::string describe_move(const Redistribution& move, bool among_ranks) {
    if (!among_ranks) return "copied on each rank";
    return fmt::format("{} bytes sent, {} received", move.bytes_sent(), move.bytes_received());
}

std::string describe_stage(const StagedFormula& staged, const FormulaStage& stage,
                           const RankStage& lowered) {
    std::string text;
    for (std::size_t i = 0; i < stage.tensors.size(); ++i) {
        const TensorStep& step = lowered.tensors[i];
        if (i == 0 && !step.bring) continue;
        text += fmt::format(
            "  bring     {}: {}\n", staged.tensors[stage.tensors[i].tensor].name,
            step.bring ? describe_move(*step.bring, step.ranks_bring) : "stays where it is");
    }
    const TensorStep& output = lowered.tensors[0];
    const std::string& written = staged.tensors[stage.tensors[0].tensor].name;
    text +=
        fmt::format("  evaluate  {}{}\n", written, lowered.plan ? "" : ": nothing on this rank");
    if (!output.back) return text;
    return text + fmt::format("  return    {}: {}\n", written,
                              describe_move(*output.back, output.ranks_return));
}

std::string describe_losers(const PlannedFormula::Parts& parts, std::size_t most) {
    const std::size_t shown = std::min(most, parts.losers.size());
    std::string text = fmt::format("{} candidates lost{}\n", parts.losers.size(),
                                   shown < parts.losers.size() ? ", the fastest of them:" : ":");
    for (std::size_t i = 0; i < shown; ++i) {
        text += fmt::format("  {:.4g} ms  {}\n", parts.losers[i].predicted_ms,
                            to_string(parts.problem, parts.losers[i]));
    }
    return text;
}

}  // namespace

std::string PlannedFormula::explain(std::size_t most_losers) const {
    const SpreadFormula& problem = parts_.problem;
    const RankFormula& plan = parts_.plan;
    std::string text =
        fmt::format("{}  on {} ranks of {}, of which this is rank {}\n", problem.formula.text,
                    problem.ranks, parts_.transport->name(), problem.rank);
    for (const FormulaTensor& tensor : problem.tensors) text += describe_tensor(tensor);
    text += fmt::format("chosen: {}; predicted {:.4g} ms\n", to_string(problem, plan.candidate),
                        plan.candidate.predicted_ms);
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        text += describe_stage(plan.staged, plan.staged.stages[i], plan.stages[i]);
    }
    text += fmt::format("workspace {} bytes on this rank, {} at most\n", plan.workspace_bytes,
                        parts_.most_workspace_bytes);
    return text + explain_rates(parts_.rates) + describe_losers(parts_, most_losers);
}

std::int64_t PlannedFormula::bytes_sent() const noexcept {
    std::int64_t bytes = 0;
    for_each_exchange(parts_.plan, [&](const Redistribution& move) { bytes += move.bytes_sent(); });
    return bytes;
}

std::int64_t PlannedFormula::bytes_received() const noexcept {
    std::int64_t bytes = 0;
    for_each_exchange(parts_.plan,
                      [&](const Redistribution& move) { bytes += move.bytes_received(); });
    return bytes;
}

}  // namespace ttgt
