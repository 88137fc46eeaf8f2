// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/program/program_prices.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "distributed/placement/placement.h"
#include "distributed/run/plan_product.h"

namespace ttgt {
namespace {

/// A text that is equal for two steps if all their candidates cost the same. Labels are numbered in
/// the order in which the operands name them, as those of a DistributedProblem are.
std::string key_of(const RankProgram& program, const network::Sum& step) {
    std::string key = step.adds ? "+=" : "=";
    std::vector<std::size_t> labels;
    const auto append = [&](const network::Use& use) {
        key += to_string(program.layouts[use.tensor]);
        key += use.conjugated ? " conjugated:" : ":";
        for (const std::size_t label : use.labels) {
            const auto found = std::find(labels.begin(), labels.end(), label);
            key += fmt::format(" {}", found - labels.begin());
            if (found == labels.end()) labels.push_back(label);
        }
        key += ';';
    };
    append(step.output);
    for (const network::Use& factor : step.products.front().factors) append(factor);
    return key;
}

}  // namespace

const StepPrice& ProgramPrices::of(const RankProgram& program, const network::Sum& step) {
    const auto [entry, is_new] = known_.try_emplace(key_of(program, step));
    StepPrice& price = entry->second;
    if (!is_new) return price;
    price.cheapest = cheapest_candidates(problem_of(program, step, 0, ranks_), options_, rates_,
                                         has_matrix_grids_, most_cheapest);
    price.least_ms = price.cheapest.empty() ? std::numeric_limits<double>::infinity()
                                            : price.cheapest.front().total_ms();
    return price;
}

}  // namespace ttgt
