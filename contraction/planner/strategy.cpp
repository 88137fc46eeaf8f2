// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/strategy.h"

#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "contraction/planner/auto.h"
#include "contraction/planner/classic.h"

namespace ttgt {
namespace {

constexpr std::array<Strategy, 2> strategies{{
    {"auto", auto_candidates},
    {"classic", classic_candidates},
}};

Candidate only(Method method) {
    Candidate candidate;
    candidate.method = method;
    return candidate;
}

}  // namespace

const Strategy& find_strategy(std::string_view name) {
    const auto found = std::find_if(strategies.begin(), strategies.end(),
                                    [&](const Strategy& s) { return s.name == name; });
    if (found != strategies.end()) return *found;
    std::string known;
    for (const Strategy& strategy : strategies) known += fmt::format(" '{}'", strategy.name);
    throw InvalidArgument(fmt::format("there is no strategy '{}'; known:{}", name, known));
}

std::vector<Candidate> forced_candidates(const Problem& problem) {
    if (problem.output_empty) return {only(Method::nothing)};
    if (problem.sum_empty) return {only(Method::scale)};
    if (problem.inputs == 2) return {};
    const bool sums = !labels_of(problem, Role::lone_l).empty();
    const bool converts = problem.dtypes[operand_d] != problem.dtypes[operand_l];
    return {only(sums || converts ? Method::reduce : Method::transpose)};
}

}  // namespace ttgt
