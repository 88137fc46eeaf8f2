// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/reordered_direct.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "contraction/plan/workspace.h"

namespace ttgt {
namespace {

/// The labels of an operand that another one has, fastest in that one first.
std::vector<std::size_t> labels_along(const Problem& problem, Operand operand, Operand other) {
    std::vector<std::size_t> labels;
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        const Role role = problem.labels[label].role;
        if (stands_in(role, operand) && stands_in(role, other)) labels.push_back(label);
    }
    std::stable_sort(labels.begin(), labels.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(problem.labels[a].strides[other]) <
               std::abs(problem.labels[b].strides[other]);
    });
    return labels;
}

double bytes_of(const Problem& problem, Operand operand) {
    return static_cast<double>(problem.sizes.volumes[operand]) *
           static_cast<double>(size_bytes(problem.dtypes[operand]));
}

std::size_t fastest(const Problem& problem, Operand operand) {
    return labels_along(problem, operand, operand).front();
}

bool has_lone_labels(const Problem& problem) {
    return std::any_of(problem.labels.begin(), problem.labels.end(),
                       [](const ProblemLabel& label) { return is_lone(label.role); });
}

/// Contracted labels by the larger input, then the others by D.
std::vector<std::size_t> matching_order(const Problem& problem, Operand smaller, Operand larger) {
    std::vector<std::size_t> order;
    for (const std::size_t label : labels_along(problem, smaller, larger)) {
        if (problem.labels[label].role == Role::contracted) order.push_back(label);
    }
    for (const std::size_t label : labels_along(problem, smaller, operand_d))
        order.push_back(label);
    return order;
}

}  // namespace

std::optional<Candidate> reordered_direct(const PlanningTask& task) {
    // What the transpose moves is then a small part of what the product reads.
    constexpr double least_ratio = 3;
    const Problem& problem = task.problem;
    if (!task.machine.multiplies_in_place() || problem.inputs < 2 || has_lone_labels(problem) ||
        labels_of(problem, Role::contracted).size() < 2) {
        return {};
    }
    Operand smaller = operand_l;
    Operand larger = operand_r;
    if (bytes_of(problem, larger) < bytes_of(problem, smaller)) std::swap(smaller, larger);
    const double moved = bytes_of(problem, smaller);
    if (bytes_of(problem, larger) < least_ratio * moved ||
        moved > static_cast<double>(task.workspace_limit)) {
        return {};
    }
    const std::size_t of_smaller = fastest(problem, smaller);
    const std::size_t of_larger = fastest(problem, larger);
    if (of_smaller == of_larger || problem.labels[of_smaller].role != Role::contracted ||
        problem.labels[of_larger].role != Role::contracted) {
        return {};
    }
    Candidate candidate;
    candidate.method = Method::direct;
    candidate.reordered = ReorderedInput{smaller, matching_order(problem, smaller, larger)};
    candidate.workspace_bytes = map_workspace(problem, candidate).bytes;
    if (candidate.workspace_bytes > task.workspace_limit) return {};
    return candidate;
}

}  // namespace ttgt
