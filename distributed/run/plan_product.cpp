// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/run/plan_product.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "distributed/run/agreement.h"

namespace ttgt {
namespace {

/// Chooses the cheapest candidate whose workspace fits the limit on every rank.
class Choice {
public:
    Choice(DistributedProduct::Parts& parts, Context& context, const DistributedOptions& options)
        : parts_(parts), context_(context), options_(options) {}

    void choose(const std::vector<DistributedCandidate>& candidates) {
        std::size_t next = 0;
        while (next < candidates.size() && !take(candidates[next])) ++next;
        if (next == candidates.size()) throw_too_little();
        for (++next; next < candidates.size(); ++next) parts_.losers.push_back({candidates[next]});
    }

private:
    bool take(const DistributedCandidate& candidate) {
        // least_bytes is equal on all ranks, so all reject such a candidate without communicating.
        if (candidate.least_bytes > parts_.workspace_limit) {
            return lose(candidate, candidate.least_bytes);
        }
        RankPlan plan = lower_together(parts_, candidate, context_, options_);
        const auto most = static_cast<std::int64_t>(
            largest(*parts_.transport, static_cast<double>(plan.workspace_bytes)));
        if (most > parts_.workspace_limit) return lose(candidate, most);
        adopt(parts_, std::move(plan));
        parts_.most_workspace_bytes = most;
        return true;
    }

    bool lose(const DistributedCandidate& candidate, std::int64_t bytes) {
        parts_.losers.push_back({candidate, bytes});
        return false;
    }

    [[noreturn]] void throw_too_little() const {
        if (parts_.losers.empty()) {
            throw Unsupported(fmt::format("engine '{}' has no way to compute '{}'", options_.engine,
                                          parts_.problem.global.text));
        }
        std::int64_t least = unlimited;
        for (const DistributedLoser& loser : parts_.losers) {
            least = std::min(least, loser.workspace_bytes);
        }
        throw TooLittleWorkspace(parts_.problem.global.text, least, parts_.workspace_limit);
    }

    DistributedProduct::Parts& parts_;
    Context& context_;
    const DistributedOptions& options_;
};

}  // namespace

TooLittleWorkspace::TooLittleWorkspace(const std::string& text, std::int64_t needed,
                                       std::int64_t limit)
    : InvalidArgument(fmt::format(
          "'{}' with these distributions needs {} bytes of workspace on some rank, but the limit "
          "is {}",
          text, needed, limit)) {}

DistributedProduct::Parts product_parts(const PlanningSetup& setup) {
    DistributedProduct::Parts parts;
    static_cast<PlanningSetup&>(parts) = setup;
    return parts;
}

std::vector<DistributedCandidate> priced_candidates(const DistributedProblem& problem,
                                                    const DistributedOptions& options,
                                                    const RankRates& rates, bool has_matrix_grids) {
    std::vector<DistributedCandidate> candidates = enumerate(problem, options, has_matrix_grids);
    for (DistributedCandidate& candidate : candidates) price(problem, rates, candidate);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const DistributedCandidate& a, const DistributedCandidate& b) {
                         return a.total_ms() < b.total_ms();
                     });
    return candidates;
}

std::vector<DistributedCandidate> cheapest_candidates(const DistributedProblem& problem,
                                                      const DistributedOptions& options,
                                                      const RankRates& rates, bool has_matrix_grids,
                                                      std::size_t most) {
    std::vector<DistributedCandidate> candidates = enumerate(problem, options, has_matrix_grids);
    // Milliseconds and the number of a candidate: equal prices keep the order of enumeration.
    using Priced = std::pair<double, std::size_t>;
    std::vector<Priced> order;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        order.emplace_back(least_ms(problem, rates, candidates[i]), i);
    }
    std::sort(order.begin(), order.end());
    std::vector<Priced> cheapest;
    for (const auto& [least, number] : order) {
        const double limit = cheapest.size() < most ? std::numeric_limits<double>::infinity()
                                                    : cheapest.back().first;
        if (least > limit) break;
        if (!price_within(problem, rates, limit, candidates[number])) continue;
        const Priced priced{candidates[number].total_ms(), number};
        cheapest.insert(std::upper_bound(cheapest.begin(), cheapest.end(), priced), priced);
        if (cheapest.size() > most) cheapest.pop_back();
    }
    std::vector<DistributedCandidate> result;
    for (const auto& [ms, number] : cheapest) result.push_back(std::move(candidates[number]));
    return result;
}

RankPlan lower_together(const DistributedProduct::Parts& parts,
                        const DistributedCandidate& candidate, Context& context,
                        const DistributedOptions& options) {
    return agreed(*parts.transport, [&] {
        return lower(parts.problem, candidate, context, options, parts.workspace_limit);
    });
}

void adopt(DistributedProduct::Parts& parts, RankPlan plan) {
    parts.plan = std::move(plan);
    if (!parts.plan.grid_product) return;
    GridProduct& product = *parts.plan.grid_product;
    product.agree_on_slices(*parts.transport);
    parts.plan.grid = parts.transport->matrix_grid(product.key(), product.place());
}

void choose_candidate(DistributedProduct::Parts& parts,
                      const std::function<DistributedProblem()>& bind, Context& context,
                      const DistributedOptions& options) {
    const std::vector<DistributedCandidate> candidates = agreed(*parts.transport, [&] {
        parts.problem = bind();
        return priced_candidates(parts.problem, options, parts.rates.rates,
                                 parts.transport->has_matrix_grids());
    });
    Choice(parts, context, options).choose(candidates);
}

}  // namespace ttgt
