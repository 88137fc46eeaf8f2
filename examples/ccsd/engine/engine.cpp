// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/engine/engine.h"

#include <ttgt/device.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace ccsd {
namespace {

ttgt::ContextOptions context_options(Memory& memory, const EngineOptions& options) {
    ttgt::ContextOptions context;
    context.device = options.device;
    context.stream = memory.stream();
    context.threads = options.threads;
    context.allocator = memory.workspace_allocator();
    return context;
}

template <class Operands>
bool matches(const std::vector<ttgt::Layout>& layouts, const Operands& operands) {
    for (std::size_t place = 0; place < operands.size(); ++place) {
        const bool given = operands[place] != nullptr;
        if (given != (place < layouts.size())) return false;
        if (given && layouts[place] != operands[place]->layout()) return false;
    }
    return true;
}

}  // namespace

std::int64_t threads_used(const EngineOptions& options) {
    return options.threads > 0 ? options.threads : ttgt::list_devices().front().processors;
}

Engine::Engine(Memory& memory, const EngineOptions& options)
    : memory_(&memory), options_(options), context_(context_options(memory, options)) {}

void Engine::operator()(std::string_view expression, const ttgt::TensorView& d,
                        const ttgt::ConstTensorView& l, const ttgt::ConstTensorView& r,
                        double factor) {
    const ttgt::ConstTensorView& output = d;
    const Operands operands{&output, &l, &r};
    run(find_or_plan(expression, operands), d.data(), operands, factor);
}

void Engine::operator()(std::string_view expression, const ttgt::TensorView& d,
                        const ttgt::ConstTensorView& l, double factor) {
    const ttgt::ConstTensorView& output = d;
    const Operands operands{&output, &l, nullptr};
    run(find_or_plan(expression, operands), d.data(), operands, factor);
}

Engine::Planned& Engine::find_or_plan(std::string_view expression, const Operands& operands) {
    std::vector<Planned*>& same = by_expression_[std::string(expression)];
    // A plan that was made while less was held may take more than is left now.
    const std::int64_t limit = workspace_limit();
    const auto found = std::find_if(same.begin(), same.end(), [&](const Planned* planned) {
        return matches(planned->layouts, operands) && planned->plan.workspace_bytes() <= limit;
    });
    if (found != same.end()) return **found;
    plans_.push_back(make_plan(expression, operands));
    same.push_back(&plans_.back());
    return plans_.back();
}

Engine::Planned Engine::make_plan(std::string_view expression, const Operands& operands) {
    std::vector<ttgt::OperandLayout> planned_for;
    std::vector<ttgt::Layout> layouts;
    for (const ttgt::ConstTensorView* operand : operands) {
        if (operand == nullptr) continue;
        planned_for.push_back({operand->dtype(), operand->layout()});
        layouts.push_back(operand->layout());
    }
    ttgt::PlanOptions options;
    options.strategy = options_.strategy;
    options.workspace_limit = workspace_limit();
    ttgt::ContractionPlan plan = ttgt::plan_contraction(context_, expression, planned_for, options);
    PlanTotals totals;
    totals.prediction = plan.prediction();
    return {kind_, std::string(expression), std::move(layouts), std::move(plan), std::move(totals)};
}

std::int64_t Engine::workspace_limit() const noexcept {
    if (memory_->limit() == ttgt::unlimited) return options_.workspace_limit;
    const std::int64_t left = memory_->limit() - memory_->held_bytes() + context_.context_bytes();
    return std::min(options_.workspace_limit, left);
}

void Engine::run(Planned& planned, void* d, const Operands& operands, double factor) {
    ttgt::RunOptions options;
    options.alpha = factor;
    const std::int64_t workspace_bytes = planned.plan.workspace_bytes();
    // Else the context holds both for a moment, which may be over the memory's limit.
    if (workspace_bytes > context_.context_bytes()) context_.release_workspace();
    options.workspace = context_.workspace(workspace_bytes);
    PlanTotals& totals = planned.totals;
    ++totals.runs;
    const void* const l = operands[1]->data();
    const void* const r = operands[2] != nullptr ? operands[2]->data() : nullptr;
    if (totals.runs > 1 && totals.timed() < timed_runs) {
        totals.add(operands[2] != nullptr ? planned.plan.profile(d, l, r, options)
                                          : planned.plan.profile(d, l, options));
    } else if (operands[2] != nullptr) {
        planned.plan.run(d, l, r, options);
    } else {
        planned.plan.run(d, l, options);
    }
}

void Engine::evaluate(std::string_view formula, const ttgt::TensorView& output,
                      const std::vector<ttgt::ConstTensorView>& inputs,
                      const std::vector<ttgt::Scalar>& scalars) {
    std::vector<ttgt::OperandLayout> operands;
    const auto add_operand = [&](const ttgt::ConstTensorView& tensor) {
        operands.push_back({tensor.dtype(), tensor.layout()});
    };
    add_operand(output);
    std::vector<const void*> pointers;
    for (const ttgt::ConstTensorView& input : inputs) {
        add_operand(input);
        pointers.push_back(input.data());
    }
    const auto is_same = [&](const PlannedFormula& planned) {
        return planned.formula == formula &&
               std::ranges::equal(planned.operands, operands, [](const auto& a, const auto& b) {
                   return a.dtype == b.dtype && a.layout == b.layout;
               });
    };
    auto found = std::find_if(formulas_.begin(), formulas_.end(), is_same);
    if (found == formulas_.end()) {
        ttgt::EvaluationPlan plan = ttgt::plan_evaluation(context_, formula, operands);
        formulas_.push_back({std::string(formula), std::move(operands), std::move(plan)});
        found = formulas_.end() - 1;
    }
    found->plan.run(output.data(), pointers, scalars);
}

std::vector<KindTotals> Engine::totals() const {
    std::vector<KindTotals> totals;
    for (const Planned& planned : plans_) add(totals, planned.kind, planned.totals);
    return totals;
}

std::string Engine::explain() const {
    std::string text;
    for (const Planned& planned : plans_) {
        text += fmt::format("[{}] {} runs of {:.4f} ms, {:.2f} GFLOP/s\n{}\n", planned.kind,
                            planned.totals.runs, planned.totals.ms_per_run(),
                            planned.totals.gflops(), planned.plan.explain());
    }
    return text;
}

}  // namespace ccsd
