// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/emulated/kept_planes.h"

#include <memory>
#include <utility>
#include <variant>

#include "contraction/cuda/emulated/emulated_plan.h"

namespace ttgt::cuda {

std::optional<Plan> with_kept_planes(const Plan& plan, const std::array<bool, 2>& unchanged) {
    if (plan.nodes.size() != 1) return {};
    const Step* const step = std::get_if<Step>(&plan.nodes[0].value);
    const DirectStep* const direct =
        step == nullptr ? nullptr : std::get_if<DirectStep>(&step->action);
    const auto* const product =
        direct == nullptr ? nullptr : dynamic_cast<const EmulatedPlan*>(direct->kernel.get());
    if (product == nullptr) return {};
    if (product->pieces > 1 || product->items_together < product->items) return {};
    auto kept = std::make_shared<EmulatedPlan>(*product);
    for (std::size_t input = 0; input < 2; ++input) {
        const std::size_t side = product->swapped ? 1 - input : input;
        kept->exponents.kept[side] = unchanged[input] ? 1 : 0;
    }
    Plan result = plan;
    std::get<DirectStep>(std::get<Step>(result.nodes[0].value).action).kernel = std::move(kept);
    return result;
}

}  // namespace ttgt::cuda
