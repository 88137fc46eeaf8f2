// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/plan/candidate.h"

#include <algorithm>

#include <fmt/format.h>

namespace ttgt {
namespace {

ModeSpread whole_mode(std::int64_t extent) { return {{}, std::max<std::int64_t>(extent, 1)}; }

/// How a label is distributed in any operand: along the axis of the grid that has this label, if
/// there is one.
ModeSpread own_spread(const DistributedCandidate& candidate, std::size_t label,
                      std::int64_t extent) {
    for (std::size_t axis = 0; axis < candidate.axes.size(); ++axis) {
        if (candidate.axes[axis].label != static_cast<int>(label)) continue;
        return {{static_cast<int>(axis)}, candidate.axes[axis].block};
    }
    return whole_mode(extent);
}

/// How the carrier is distributed: over the layers, then over the columns of the grid in L, or over
/// the rows of the grid in R.
ModeSpread carrier_spread(const DistributedProblem& problem, const DistributedCandidate& candidate,
                          std::size_t operand) {
    std::vector<int> axes = axes_of(problem, candidate, Role::contracted);
    const std::vector<int> across =
        axes_of(problem, candidate, operand == operand_l ? Role::free_r : Role::free_l);
    axes.insert(axes.end(), across.begin(), across.end());
    if (axes.empty()) {
        return whole_mode(problem.labels[static_cast<std::size_t>(candidate.carrier)].extent);
    }
    return {std::move(axes), candidate.carrier_block};
}

std::string axes_in_words(const DistributedProblem& problem, const DistributedCandidate& candidate,
                          const std::vector<int>& axes) {
    std::string text;
    for (const int axis : axes) {
        const GridAxis& of = candidate.axes[static_cast<std::size_t>(axis)];
        const char* name = of.label < 0
                               ? "copies"
                               : problem.labels[static_cast<std::size_t>(of.label)].name.c_str();
        text += fmt::format(" {}:{}", name, of.ranks);
    }
    return text;
}

}  // namespace

double DistributedCandidate::total_ms() const {
    double sum = product_ms;
    for (const double ms : move_ms) sum += ms;
    return sum;
}

std::vector<int> grid_of(const DistributedCandidate& candidate) {
    std::vector<int> grid;
    for (const GridAxis& axis : candidate.axes) grid.push_back(axis.ranks);
    return grid;
}

std::vector<int> axes_of(const DistributedProblem& problem, const DistributedCandidate& candidate,
                         Role role) {
    std::vector<int> axes;
    for (std::size_t axis = 0; axis < candidate.axes.size(); ++axis) {
        const int label = candidate.axes[axis].label;
        if (label >= 0 && problem.labels[static_cast<std::size_t>(label)].role == role) {
            axes.push_back(static_cast<int>(axis));
        }
    }
    return axes;
}

void place(const DistributedProblem& problem, DistributedCandidate& candidate) {
    candidate.work.clear();
    for (std::size_t operand = 0; operand < problem.operands.size(); ++operand) {
        const SpreadOperand& of = problem.operands[operand];
        Placement work{grid_of(candidate), {}};
        for (std::size_t mode = 0; mode < of.extents.size(); ++mode) {
            const std::size_t label = of.labels[mode];
            work.modes.push_back(candidate.carrier == static_cast<int>(label)
                                     ? carrier_spread(problem, candidate, operand)
                                     : own_spread(candidate, label, of.extents[mode]));
        }
        candidate.work.push_back(std::move(work));
    }
    candidate.sum_axes = axes_of(problem, candidate, Role::contracted);
}

Movement movement_of(const DistributedProblem& problem, const DistributedCandidate& candidate,
                     std::size_t operand) {
    const SpreadOperand& of = problem.operands[operand];
    Movement movement;
    movement.dtype = of.dtype;
    movement.extents = of.extents;
    if (operand == operand_d) {
        movement.from = candidate.work[operand];
        movement.to = of.given;
        movement.to_strides = of.local.strides;
        movement.sum_axes = candidate.sum_axes;
    } else {
        movement.from = of.given;
        movement.to = candidate.work[operand];
        movement.from_strides = of.local.strides;
        movement.overwrites = true;
        movement.conjugate = candidate.engine == Engine::scalapack && of.is_conjugated;
    }
    return movement;
}

bool arrives_in_output(const DistributedProblem& problem, const DistributedCandidate& candidate,
                       int rank) {
    if (problem.operands.size() != 2 || !candidate.moves[operand_l] || candidate.moves[operand_d]) {
        return false;
    }
    const std::vector<std::size_t>& of_d = problem.operands[operand_d].labels;
    const std::vector<std::size_t>& of_l = problem.operands[operand_l].labels;
    return std::is_permutation(of_d.begin(), of_d.end(), of_l.begin(), of_l.end()) &&
           problem.operands[operand_d].dtype == problem.operands[operand_l].dtype &&
           holds_the_same(movement_of(problem, candidate, operand_d), rank);
}

std::string to_string(const DistributedProblem& problem, const DistributedCandidate& candidate) {
    const auto words = [&](const char* title, const std::vector<int>& axes) {
        return axes.empty() ? std::string() : title + axes_in_words(problem, candidate, axes);
    };
    std::vector<int> all;
    for (std::size_t axis = 0; axis < candidate.axes.size(); ++axis) {
        all.push_back(static_cast<int>(axis));
    }
    if (all.empty()) return "rank 0 alone";
    if (candidate.engine == Engine::local) {
        return "local on" + axes_in_words(problem, candidate, all);
    }
    std::vector<int> copies;
    std::copy_if(all.begin(), all.end(), std::back_inserter(copies), [&](int axis) {
        return candidate.axes[static_cast<std::size_t>(axis)].label < 0;
    });
    return "scalapack on" + words(" rows", axes_of(problem, candidate, Role::free_l)) +
           words(" columns", axes_of(problem, candidate, Role::free_r)) +
           words(" layers", axes_of(problem, candidate, Role::contracted)) +
           words(" batches", axes_of(problem, candidate, Role::batch)) + words("", copies) +
           fmt::format(", {} in blocks of {}",
                       problem.labels[static_cast<std::size_t>(candidate.carrier)].name,
                       candidate.carrier_block);
}

}  // namespace ttgt
