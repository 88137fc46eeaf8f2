// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/formula/formula_candidates.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "distributed/plan/received.h"

namespace ttgt {
namespace {

ModeSpread unspread(const FormulaLabel& label) {
    return {{}, std::max<std::int64_t>(label.extent, 1)};
}

/// Labels as one use of a tensor has them spread; labels that it lacks are not spread.
Placement as_in_use(const SpreadFormula& problem, std::size_t use) {
    const Placement& given = problem.tensors[problem.formula.uses[use].operand].given;
    Placement work{given.grid, {}};
    for (const FormulaLabel& label : problem.labels) work.modes.push_back(unspread(label));
    for (std::size_t mode = 0; mode < given.modes.size(); ++mode) {
        ModeSpread& of_label = work.modes[problem.uses[use][mode]];
        if (of_label.axes.empty() && !given.modes[mode].axes.empty()) of_label = given.modes[mode];
    }
    return work;
}

/// Labels spread evenly over all ranks: those of the output alone, or all.
Placement evenly(const SpreadFormula& problem, bool with_reduced) {
    std::vector<std::size_t> labels;
    DistributedLayout layout;
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        if (problem.labels[label].is_reduced && !with_reduced) continue;
        labels.push_back(label);
        layout.extents.push_back(problem.labels[label].extent);
    }
    layout.distribution = spread_evenly(problem.ranks, layout.extents);
    const Placement even = placement_of(layout);
    Placement work{even.grid, {}};
    for (const FormulaLabel& label : problem.labels) work.modes.push_back(unspread(label));
    for (std::size_t i = 0; i < labels.size(); ++i) work.modes[labels[i]] = even.modes[i];
    return work;
}

void add_new(std::vector<Placement>& placements, Placement placement) {
    if (std::find(placements.begin(), placements.end(), placement) != placements.end()) return;
    placements.push_back(std::move(placement));
}

std::vector<FormulaCandidate> enumerated(const SpreadFormula& problem) {
    std::vector<Placement> works;
    for (std::size_t use = 0; use < problem.uses.size(); ++use) {
        add_new(works, as_in_use(problem, use));
    }
    add_new(works, evenly(problem, false));
    add_new(works, evenly(problem, true));
    std::vector<FormulaCandidate> candidates;
    for (const Placement& work : works) {
        if (!spreads_reduced(problem, work)) {
            candidates.push_back({work, {}, 0});
            continue;
        }
        const Placement as_output = as_in_use(problem, 0);
        const Placement even = evenly(problem, false);
        candidates.push_back({work, as_output, 0});
        if (even != as_output) candidates.push_back({work, even, 0});
    }
    return candidates;
}

/// Milliseconds of a movement on the rank that receives most: its messages, and copies of all that
/// it has afterwards. Ranks do not know each other's strides, and prices must be equal on all
/// ranks: an unmoved tensor is taken to be used where it lies.
double price_of(const Movement& movement, const SpreadFormula& problem, const RankRates& rates) {
    const Received most = most_received(movement, problem.ranks);
    if (most.elements == 0) return 0;
    const auto bytes = static_cast<double>(size_bytes(movement.dtype));
    const int senders = std::min(problem.ranks - 1, ranks_of(movement.from.grid));
    const auto held = static_cast<double>(largest_shard(movement.to, movement.extents));
    return 1e3 *
           (static_cast<double>(most.elements) * bytes / rates.link_bytes_per_second +
            senders * rates.message_seconds + 2 * held * bytes / rates.memory_bytes_per_second);
}

/// The index tuples of a stage on the rank that has most.
double tuples_of(const SpreadFormula& problem, const Placement& of_labels, bool is_combining) {
    double tuples = 1;
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        if (is_combining && problem.labels[label].is_reduced) continue;
        const ModeSpread& spread = of_labels.modes[label];
        tuples *= static_cast<double>(largest_count(problem.labels[label].extent, spread.block,
                                                    ranks_along(of_labels.grid, spread.axes)));
    }
    return tuples;
}

/// Milliseconds of a stage: its movements and one pass over memory, in which an index tuple takes
/// as long as an element.
double price_of(const SpreadFormula& problem, const StagedFormula& staged,
                const FormulaStage& stage, double tuples, const RankRates& rates) {
    double bytes = 0;
    double ms = 0;
    for (std::size_t i = 0; i < stage.tensors.size(); ++i) {
        const StageTensor& in_stage = stage.tensors[i];
        const FormulaTensor& tensor = staged.tensors[in_stage.tensor];
        bytes += static_cast<double>(largest_shard(in_stage.work, tensor.extents)) *
                 static_cast<double>(size_bytes(tensor.dtype));
        if (i > 0 || stage.reads_output) {
            ms += price_of(movement_to(tensor, in_stage), problem, rates);
        }
        if (i == 0) ms += price_of(movement_back(tensor, in_stage), problem, rates);
    }
    const double evaluated = tuples * static_cast<double>(size_bytes(problem.types.compute));
    return ms + 1e3 * std::max(bytes, evaluated) / rates.memory_bytes_per_second;
}

double price_of(const SpreadFormula& problem, const FormulaCandidate& candidate,
                const RankRates& rates) {
    const StagedFormula staged = stages_of(problem, candidate);
    double ms = 0;
    for (const FormulaStage& stage : staged.stages) {
        const bool is_combining = &stage != &staged.stages.front();
        const Placement& labels = is_combining ? *candidate.finish : candidate.work;
        ms += price_of(problem, staged, stage, tuples_of(problem, labels, is_combining), rates);
    }
    return ms;
}

std::string describe(const SpreadFormula& problem, const Placement& of_labels) {
    std::string text;
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        const ModeSpread& spread = of_labels.modes[label];
        if (spread.axes.empty()) continue;
        text += fmt::format("{}{} over {} ranks in blocks of {}", text.empty() ? "" : ", ",
                            problem.labels[label].name, ranks_along(of_labels.grid, spread.axes),
                            spread.block);
    }
    if (!text.empty()) return text;
    const int ranks = ranks_of(of_labels.grid);
    return ranks == 1 ? "all on rank 0" : fmt::format("all on each of {} ranks", ranks);
}

}  // namespace

Movement movement_to(const FormulaTensor& tensor, const StageTensor& in_stage) {
    Movement movement{tensor.dtype, tensor.extents, tensor.given, in_stage.work, {}, {}, {}};
    movement.from_strides = tensor.local.strides;
    movement.overwrites = true;
    return movement;
}

Movement movement_back(const FormulaTensor& tensor, const StageTensor& in_stage) {
    Movement movement{tensor.dtype, tensor.extents, in_stage.work, tensor.given, {}, {}, {}};
    movement.to_strides = tensor.local.strides;
    movement.overwrites = true;
    return movement;
}

std::vector<FormulaCandidate> formula_candidates(const SpreadFormula& problem,
                                                 const RankRates& rates) {
    std::vector<FormulaCandidate> candidates = enumerated(problem);
    for (FormulaCandidate& candidate : candidates) {
        candidate.predicted_ms = price_of(problem, candidate, rates);
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const FormulaCandidate& a, const FormulaCandidate& b) {
                         return a.predicted_ms < b.predicted_ms;
                     });
    return candidates;
}

std::string to_string(const SpreadFormula& problem, const FormulaCandidate& candidate) {
    std::string work = describe(problem, candidate.work);
    if (!candidate.finish) return work;
    return work + "; then " + describe(problem, *candidate.finish);
}

}  // namespace ttgt
