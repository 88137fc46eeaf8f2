// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <utility>

#include "distributed/formula/formula_candidates.h"
#include "distributed/formula/planned_formula.h"
#include "distributed/run/agreement.h"
#include "distributed/run/plan_product.h"

namespace ttgt {
namespace {

/// Takes the candidate where its workspace fits the limit on every rank; else gives the bytes that
/// the rank needs that needs most. Collective.
std::int64_t bytes_beyond_limit(PlannedFormula::Parts& parts, const FormulaCandidate& candidate,
                                Context& context) {
    RankFormula plan =
        agreed(*parts.transport, [&] { return lower_formula(parts.problem, candidate, context); });
    const auto most = static_cast<std::int64_t>(
        largest(*parts.transport, static_cast<double>(plan.workspace_bytes)));
    if (most > parts.workspace_limit) return most;
    parts.plan = std::move(plan);
    parts.most_workspace_bytes = most;
    return 0;
}

}  // namespace

void choose_formula_candidate(PlannedFormula::Parts& parts, std::string_view formula,
                              const std::vector<DistributedLayout>& operands, Context& context) {
    Transport& transport = *parts.transport;
    std::vector<FormulaCandidate> candidates = agreed(transport, [&] {
        parts.problem = bind_spread_formula(parse_formula(formula), operands, transport.rank(),
                                            transport.ranks());
        return formula_candidates(parts.problem, parts.rates.rates);
    });
    std::int64_t least = unlimited;
    std::size_t chosen = 0;
    for (; chosen < candidates.size(); ++chosen) {
        const std::int64_t bytes = bytes_beyond_limit(parts, candidates[chosen], context);
        if (bytes == 0) break;
        least = std::min(least, bytes);
    }
    if (chosen == candidates.size()) {
        throw TooLittleWorkspace(parts.problem.formula.text, least, parts.workspace_limit);
    }
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(chosen));
    parts.losers = std::move(candidates);
    (void)agreed(transport, [&] {
        plan_stages(parts.problem, context, parts.plan);
        return true;
    });
}

}  // namespace ttgt
