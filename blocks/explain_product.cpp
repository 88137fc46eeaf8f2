// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "blocks/planned_product.h"

namespace ttgt {
namespace {

std::string explain_stage(const blocks::Stage& stage) {
    const auto wide =
        std::ranges::count_if(stage.jobs, [](const blocks::Job& job) { return job.is_wide; });
    std::string text = fmt::format("  {:<9} {:<2}", stage.kind, stage.operand);
    const bool is_grouped = stage.moves != nullptr || stage.pairs != nullptr;
    if (stage.moves != nullptr) text += fmt::format(" {}", stage.moves->describe());
    if (stage.pairs != nullptr) text += fmt::format(" {}", stage.pairs->describe());
    if (is_grouped && !stage.jobs.empty()) text += "; then";
    if (!is_grouped || !stage.jobs.empty()) {
        text += fmt::format(" {} calls in {} jobs", stage.calls.size(), stage.jobs.size());
    }
    if (wide > 0) text += fmt::format(", {} of them by all threads", wide);
    return text + fmt::format("; predicted {:.4g} ms, {} bytes, {:.4g} flops\n", stage.ms,
                              stage.bytes, stage.flops);
}

std::string explain_component(const blocks::PlannedComponent& component) {
    std::string text = fmt::format(
        "component: {} pairs, m={} n={} k={} batch={}: {:.4g} flops\n  {}, predicted {:.4g} ms",
        component.pairs, component.m, component.n, component.k, component.batch, component.flops,
        component.is_gathered   ? "one product"
        : component.is_together ? "its pairs in a launch over many"
                                : "a contraction for each pair",
        component.ms);
    if (component.other_ms > 0) {
        text += fmt::format("; the other way {:.4g} ms", component.other_ms);
    } else if (!component.note.empty()) {
        text += fmt::format("; the other way: {}", component.note);
    }
    return text + '\n';
}

std::string explain_components(std::vector<blocks::PlannedComponent> components, std::size_t most) {
    std::ranges::stable_sort(components,
                             [](const auto& a, const auto& b) { return a.flops > b.flops; });
    const std::size_t shown = std::min(most, components.size());
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) text += explain_component(components[i]);
    if (shown < components.size()) {
        text += fmt::format("component: {} more\n", components.size() - shown);
    }
    return text;
}

}  // namespace

std::string PlannedProduct::explain(std::size_t most_components) const {
    std::string text = fmt::format("{}\n  {} on {}, strategy {}, {} threads\n", problem.traits.text,
                                   name(problem.traits.dtypes[operand_d]),
                                   to_string(operands.device), strategy, plan.threads);
    text += explain_operands(operands);
    text += fmt::format("  {} pairs, {} components, {} plans: {:.4g} flops, workspace {} bytes\n",
                        plan.pairs, plan.components.size(), plan.plans.size(), plan.flops,
                        plan.workspace_bytes);
    for (std::size_t pass = 0; pass < plan.passes.size(); ++pass) {
        if (plan.passes.size() > 1) text += fmt::format("pass {}\n", pass);
        for (const blocks::Stage& stage : plan.passes[pass]) text += explain_stage(stage);
    }
    if (!plan.scale_rest.is_empty()) text += explain_stage(plan.scale_rest);
    return text + explain_components(plan.components, most_components);
}

}  // namespace ttgt
