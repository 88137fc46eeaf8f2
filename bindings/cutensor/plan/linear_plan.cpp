// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/plan/linear_plan.h"

#include <ttgt/contraction.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bindings/cutensor/expression.h"
#include "bindings/cutensor/handle.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

ContractionPlan plan_product(Handle& handle, const Operand& output,
                             const std::vector<Operand>& factors, const PlanOptions& options) {
    std::vector<OperandLayout> layouts{{output.dtype, output.layout}};
    for (const Operand& factor : factors) layouts.push_back({factor.dtype, factor.layout});
    return plan_contraction(handle.context(), product_text(output, factors), layouts, options);
}

PlanOptions options_of(const Operation& operation, const PlanPreference& preference,
                       std::int64_t workspace_limit) {
    PlanOptions options;
    options.strategy = preference.strategy();
    if (preference.measures()) options.planning = Planning::measure;
    options.compute = operation.compute;
    options.generated_kernels = preference.compiles();
    options.workspace_limit = workspace_limit;
    return options;
}

/// Whether the addend lies as the output does, element by element.
bool lies_as(const Operand& addend, const Operand& output) {
    return addend.layout == output.layout && addend.modes == output.modes &&
           (addend.op == CUTENSOR_OP_IDENTITY || !is_complex(addend.dtype));
}

/// The addend is copied to the output first, unless it lies there. `copy_` is planned by the first
/// run that needs it: most programs pass the output itself.
class LinearPlan final : public Planned {
public:
    LinearPlan(const Operation& operation, ContractionPlan assign,
               std::optional<ContractionPlan> accumulate)
        : output_(operation.output),
          assign_(std::move(assign)),
          accumulate_(std::move(accumulate)) {
        if (!has_addend(operation.kind)) return;
        addend_ = operation.inputs.back();
        lies_as_output_ = lies_as(*addend_, output_);
    }

    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override {
        const std::int64_t more = accumulate_ ? accumulate_->workspace_bytes() : 0;
        return std::max(assign_.workspace_bytes(), more);
    }

    [[nodiscard]] std::string explain() const override { return assign_.explain(0); }

    void run(Handle& handle, const Call& call) const override {
        const std::size_t factors = assign_.inputs();
        const void* const addend = call.inputs[factors];
        const Scalar beta = addend_ ? call.scalars[1] : Scalar{};
        const ContractionPlan& plan = beta == Scalar{} ? assign_ : *accumulate_;
        check_workspace(plan, call.workspace);
        if (beta != Scalar{} && !(addend == call.output && lies_as_output_)) {
            copy_addend(handle, addend, call);
        }
        RunOptions options;
        options.alpha = call.scalars[0];
        options.beta = beta;
        options.workspace = call.workspace;
        options.stream = call.stream;
        plan.run(call.output, std::span(call.inputs).first(factors), options);
    }

private:
    static void check_workspace(const ContractionPlan& plan, const Workspace& given) {
        check(given.bytes >= plan.workspace_bytes(), CUTENSOR_STATUS_INSUFFICIENT_WORKSPACE,
              "the workspace is smaller than the plan requires");
    }

    const ContractionPlan& copy(Handle& handle) const {
        const std::lock_guard own(mutex_);
        if (!copy_) {
            const auto lock = handle.lock();
            PlanOptions options;
            options.workspace_limit = 0;
            copy_ = plan_product(handle, output_, {broadcast(*addend_, output_)}, options);
        }
        return *copy_;
    }

    void copy_addend(Handle& handle, const void* addend, const Call& call) const {
        RunOptions options;
        options.stream = call.stream;
        copy(handle).run(call.output, addend, options);
    }

    Operand output_;
    ContractionPlan assign_;
    std::optional<ContractionPlan> accumulate_;  // empty where there is no addend
    std::optional<Operand> addend_;
    bool lies_as_output_ = false;
    mutable std::mutex mutex_;                     // taken before the handle's lock
    mutable std::optional<ContractionPlan> copy_;  // made once
};

}  // namespace

std::shared_ptr<const Planned> plan_linear(Handle& handle, const Operation& operation,
                                           const PlanPreference& preference,
                                           std::int64_t workspace_limit) {
    const std::vector<Operand> factors = factors_of(operation);
    PlanOptions options = options_of(operation, preference, workspace_limit);
    options.beta_is_zero = true;
    ContractionPlan assign = plan_product(handle, operation.output, factors, options);
    std::optional<ContractionPlan> accumulate;
    if (has_addend(operation.kind)) {
        options.beta_is_zero = false;
        accumulate = plan_product(handle, operation.output, factors, options);
    }
    return std::make_shared<const LinearPlan>(operation, std::move(assign), std::move(accumulate));
}

}  // namespace ttgt::cutensor
