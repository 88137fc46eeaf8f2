// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/reordered_direct.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include "contraction/plan/workspace.h"
#include "contraction/problem/by_stride.h"
#include "src/core/element.h"

namespace ttgt {
namespace {

/// The labels that `operand` and `other` have in common, in the order of their strides in `other`,
/// fastest first.
std::vector<std::size_t> labels_along(const Problem& problem, Operand operand, Operand other) {
    std::vector<std::size_t> labels;
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        const Role role = problem.labels[label].role;
        if (stands_in(role, operand) && stands_in(role, other)) labels.push_back(label);
    }
    return by_stride(problem, std::move(labels), other);
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

std::vector<std::size_t> contracted_along(const Problem& problem, Operand operand, Operand other) {
    std::vector<std::size_t> labels = labels_along(problem, operand, other);
    std::erase_if(
        labels, [&](std::size_t label) { return problem.labels[label].role != Role::contracted; });
    return labels;
}

std::vector<std::size_t> joined(std::vector<std::size_t> first,
                                const std::vector<std::size_t>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// Whether the label's indices fill whole vectors if it is the operand's fastest label.
bool suits_vectors(const Problem& problem, Operand operand, std::size_t label,
                   std::int64_t vector_bytes) {
    return problem.labels[label].extent * size_bytes(problem.dtypes[operand]) % vector_bytes == 0;
}

/// Reorders the smaller input (L where both are as large) if the fastest labels of L and R are two
/// different contracted labels: both inputs then have the larger input's fastest label first. Empty
/// for other problems.
std::vector<ReorderedInput> along_larger_input(const Problem& problem) {
    if (labels_of(problem, Role::contracted).size() < 2) return {};
    Operand smaller = operand_l;
    Operand larger = operand_r;
    if (bytes_of(problem, larger) < bytes_of(problem, smaller)) std::swap(smaller, larger);
    const std::size_t of_smaller = fastest(problem, smaller);
    const std::size_t of_larger = fastest(problem, larger);
    if (of_smaller == of_larger || problem.labels[of_smaller].role != Role::contracted ||
        problem.labels[of_larger].role != Role::contracted) {
        return {};
    }
    return {{smaller, joined(contracted_along(problem, smaller, larger),
                             labels_along(problem, smaller, operand_d))}};
}

/// A new order for an input's labels: the labels of D in D's order, then the contracted labels. The
/// contracted labels come first if only they fill whole vectors, or there are no other labels.
std::vector<std::size_t> output_order(const Problem& problem, Operand input,
                                      std::int64_t vector_bytes) {
    const std::vector<std::size_t> free = labels_along(problem, input, operand_d);
    const std::vector<std::size_t> contracted = contracted_along(problem, input, input);
    const auto suits = [&](std::size_t label) {
        return suits_vectors(problem, input, label, vector_bytes);
    };
    const bool by_contracted = free.empty() || (!suits(free.front()) && suits(contracted.front()));
    return by_contracted ? joined(contracted, free) : joined(free, contracted);
}

/// Reorders inputs that are much smaller than a large D to D's order, so that a tile of D is
/// contiguous in all three operands. Empty for other problems.
std::vector<ReorderedInput> along_output(const Problem& problem, const ReorderingLimits& limits) {
    const double output = bytes_of(problem, operand_d);
    if (output < limits.output_bytes || labels_of(problem, Role::contracted).empty()) return {};
    std::vector<ReorderedInput> reordered;
    for (const Operand input : {operand_l, operand_r}) {
        if (output < limits.output_ratio * bytes_of(problem, input)) continue;
        std::vector<std::size_t> order = output_order(problem, input, limits.vector_bytes);
        if (order.front() != fastest(problem, input))
            reordered.push_back({input, std::move(order)});
    }
    return reordered;
}

/// Reorders inputs that run along a label of the batch, of which each block reads one index: their
/// other labels come first, in the order that they have. Empty for other problems, and for elements
/// of 16 bits: their transposes take longer than predicted.
std::vector<ReorderedInput> batch_last(const Problem& problem) {
    if (is_half(problem.dtypes[operand_l])) return {};
    const auto is_batch = [&](std::size_t label) {
        return problem.labels[label].role == Role::batch;
    };
    std::vector<ReorderedInput> reordered;
    for (const Operand input : {operand_l, operand_r}) {
        std::vector<std::size_t> order = labels_along(problem, input, input);
        if (order.empty() || !is_batch(order.front())) continue;
        std::stable_partition(order.begin(), order.end(), std::not_fn(is_batch));
        if (!is_batch(order.front())) reordered.push_back({input, std::move(order)});
    }
    return reordered;
}

}  // namespace

std::vector<Candidate> reordered_directs(const PlanningTask& task) {
    const Problem& problem = task.problem;
    const std::optional<ReorderingLimits> limits = task.machine.kernels().reordering();
    if (!limits || problem.inputs < 2 || has_lone_labels(problem)) return {};
    std::vector<Candidate> candidates;
    for (std::vector<ReorderedInput>& reordered : std::array{
             along_larger_input(problem), along_output(problem, *limits), batch_last(problem)}) {
        if (reordered.empty()) continue;
        Candidate candidate;
        candidate.method = Method::direct;
        candidate.reordered = std::move(reordered);
        candidate.workspace_bytes = map_workspace(problem, candidate).bytes;
        if (candidate.workspace_bytes <= task.workspace_limit)
            candidates.push_back(std::move(candidate));
    }
    return candidates;
}

}  // namespace ttgt
