// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/program/temporary_distributions.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "distributed/program/program_prices.h"

namespace ttgt {
namespace {

/// The placement as a caller may give it; nothing where a mode lies along several axes, or two
/// modes along one.
std::optional<Distribution> distribution_of(const Placement& placement) {
    Distribution result{placement.grid, {}};
    std::vector<bool> is_taken(placement.grid.size());
    for (const ModeSpread& mode : placement.modes) {
        if (mode.axes.empty()) {
            result.modes.push_back({});
            continue;
        }
        const auto axis = static_cast<std::size_t>(mode.axes.front());
        if (mode.axes.size() > 1 || is_taken[axis]) return std::nullopt;
        is_taken[axis] = true;
        result.modes.push_back({mode.axes.front(), mode.block});
    }
    return result;
}

/// Chooses distributions of temporaries for one program.
class Chooser {
public:
    Chooser(RankProgram& program, ProgramPrices& prices) : program_(program), prices_(prices) {}

    void choose(std::size_t tensor) {
        Distribution& distribution = program_.layouts[tensor].distribution;
        double least = std::numeric_limits<double>::infinity();
        Distribution best = distribution;
        for (const Distribution& proposed : proposals(tensor)) {
            distribution = proposed;
            const double ms = predicted_ms(tensor, least);
            if (ms >= least) continue;
            least = ms;
            best = proposed;
        }
        distribution = best;
    }

private:
    /// Calls visit(step, positions of the tensor among its operands) for all steps that have it.
    template <class Visit>
    void for_each_step_of(std::size_t tensor, Visit&& visit) const {
        for (const network::Sum& step : program_.program.sums) {
            std::vector<std::size_t> positions;
            if (step.output.tensor == tensor) positions.push_back(operand_d);
            const std::vector<network::Use>& factors = step.products.front().factors;
            for (std::size_t i = 0; i < factors.size(); ++i) {
                if (factors[i].tensor == tensor) positions.push_back(operand_l + i);
            }
            if (!positions.empty()) visit(step, positions);
        }
    }

    [[nodiscard]] std::vector<Distribution> proposals(std::size_t tensor) const {
        std::vector<Distribution> all{program_.layouts[tensor].distribution};
        for_each_step_of(tensor, [&](const network::Sum& step, const auto& positions) {
            for (const DistributedCandidate& candidate : prices_.of(program_, step).cheapest) {
                for (const std::size_t position : positions) {
                    const std::optional<Distribution> proposed =
                        distribution_of(candidate.work[position]);
                    if (!proposed || std::find(all.begin(), all.end(), *proposed) != all.end()) {
                        continue;
                    }
                    all.push_back(*proposed);
                }
            }
        });
        return all;
    }

    /// The sum of the prices of the tensor's steps. Where it reaches `enough`, the remaining steps
    /// are not priced.
    [[nodiscard]] double predicted_ms(std::size_t tensor, double enough) const {
        double ms = 0;
        for_each_step_of(tensor, [&](const network::Sum& step, const auto&) {
            if (ms < enough) ms += prices_.of(program_, step).least_ms;
        });
        return ms;
    }

    RankProgram& program_;
    ProgramPrices& prices_;
};

}  // namespace

void spread_evenly(RankProgram& program, int ranks) {
    for (std::size_t tensor = 0; tensor < program.layouts.size(); ++tensor) {
        if (!program.is_temporary(tensor)) continue;
        DistributedLayout& layout = program.layouts[tensor];
        layout.distribution = spread_evenly(ranks, layout.extents);
    }
}

void choose_distributions(RankProgram& program, ProgramPrices& prices, int ranks) {
    spread_evenly(program, ranks);
    if (ranks == 1) return;
    // Strides differ between ranks, and all ranks must choose the same.
    RankProgram priced = program;
    for (DistributedLayout& layout : priced.layouts) layout.strides.clear();
    Chooser chooser(priced, prices);
    std::vector<bool> is_chosen(program.layouts.size());
    for (const network::Sum& step : program.program.sums) {
        const std::size_t tensor = step.output.tensor;
        if (!program.is_temporary(tensor) || is_chosen[tensor]) continue;
        is_chosen[tensor] = true;
        chooser.choose(tensor);
        program.layouts[tensor] = priced.layouts[tensor];
    }
}

}  // namespace ttgt
