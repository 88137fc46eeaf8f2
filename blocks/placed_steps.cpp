// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/placed_steps.h"

#include <ttgt/error.h>

#include <cstddef>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "blocks/network/block_path.h"
#include "contraction/devices.h"
#include "contraction/plan/workspace.h"
#include "contraction/planner/quick_price.h"
#include "src/core/checked.h"
#include "src/core/element.h"

namespace ttgt::blocks {
namespace {

/// What the steps of paths cost on the context's device.
network::PathCosts costs_of(const Context& context, const BlockSum& sum, Minimize minimize) {
    double bytes = 0;
    for (const BlockOperand& operand : sum.operands) {
        bytes += static_cast<double>(operand.layout.elements()) *
                 static_cast<double>(size_bytes(operand.dtype));
    }
    const std::shared_ptr<const Machine> machine = make_machine(context.options(), bytes);
    const DType dtype = compute_of(sum.operands[0].dtype);
    return network::PathCosts(minimize, [machine, dtype](const network::StepVolumes& step) {
        return quick_price_ms(*machine, dtype, {step.l, step.r, step.d, step.all});
    });
}

/// Where the temporaries of steps lie in the workspace: each from the step that writes it to the
/// one that reads it.
network::WorkspaceOffsets placed_temporaries(const BlockSteps& steps, std::size_t first) {
    std::vector<network::Lifetime> lifetimes(steps.tensors.size() - first);
    for (std::size_t step = 0; step < steps.steps.size(); ++step) {
        const BlockStep& its = steps.steps[step];
        if (its.output >= first) lifetimes[its.output - first].first = step;
        for (const std::size_t tensor : its.inputs) {
            if (tensor >= first) lifetimes[tensor - first].last = step;
        }
    }
    for (std::size_t i = 0; i < lifetimes.size(); ++i) {
        const BlockOperand& tensor = steps.tensors[first + i];
        lifetimes[i].bytes = checked_multiply(tensor.layout.elements(), size_bytes(tensor.dtype),
                                              "the bytes of a temporary");
    }
    return network::place(lifetimes);
}

PlacedSteps placed_steps(const Context& context, const BlockSum& sum, const PathOptions& path) {
    const network::PathCosts costs = costs_of(context, sum, path.minimize);
    PlacedSteps placed;
    placed.steps = steps_along(sum, find_block_paths(sum, costs, path));
    placed.temporaries = placed_temporaries(placed.steps, sum.operands.size());
    placed.bytes = align_in_workspace(placed.temporaries.bytes);
    return placed;
}

}  // namespace

PlacedSteps fitting_steps(const Context& context, const BlockSum& sum, const PathOptions& path,
                          std::int64_t limit) {
    PlacedSteps placed = placed_steps(context, sum, path);
    if (placed.temporaries.bytes <= limit) return placed;
    PathOptions frugal = path;
    frugal.minimize = Minimize::memory;
    PlacedSteps least = placed_steps(context, sum, frugal);
    if (least.temporaries.bytes <= limit) return least;
    throw Unsupported(fmt::format(
        "'{}' needs at least {} bytes of workspace for its temporaries, the limit is {}",
        to_string(sum.expression), least.temporaries.bytes, limit));
}

}  // namespace ttgt::blocks
