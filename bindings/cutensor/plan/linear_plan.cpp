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
#include "bindings/cutensor/plan/memory_range.h"
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

/// Whether an input lies as the output does, element by element, and is taken as it is.
bool lies_as(const Operand& input, const Operand& output) {
    return input.layout == output.layout && input.modes == output.modes &&
           (input.op == CUTENSOR_OP_IDENTITY || !is_complex(input.dtype));
}

bool is_aligned(const void* address, std::int64_t bytes) {
    return reinterpret_cast<std::uintptr_t>(address) % static_cast<std::uintptr_t>(bytes) == 0;
}

/// Copies the addend to the output, or adds it. Either is planned by the first run that needs it:
/// most programs pass the output as the addend.
class AddendPlans {
public:
    AddendPlans(Operand output, const Operand& addend)
        : output_(std::move(output)), addend_(broadcast(addend, output_)) {}

    /// output = alpha * addend + beta * output.
    void run(Handle& handle, const Call& call, const void* addend, Scalar alpha,
             Scalar beta) const {
        RunOptions options;
        options.alpha = alpha;
        options.beta = beta;
        options.stream = call.stream;
        plan(handle, beta == Scalar{}).run(call.output, addend, options);
    }

private:
    const ContractionPlan& plan(Handle& handle, bool beta_is_zero) const {
        const std::lock_guard own(mutex_);
        std::optional<ContractionPlan>& made = beta_is_zero ? copy_ : add_;
        if (!made) {
            const auto lock = handle.lock();
            PlanOptions options;
            options.workspace_limit = 0;
            options.beta_is_zero = beta_is_zero;
            made = plan_product(handle, output_, {addend_}, options);
        }
        return *made;
    }

    Operand output_;
    Operand addend_;
    mutable std::mutex mutex_;  // taken before the handle's lock
    mutable std::optional<ContractionPlan> copy_;
    mutable std::optional<ContractionPlan> add_;
};

class LinearPlan final : public Planned {
public:
    /// `accumulate` is empty where there is no addend.
    LinearPlan(const Operation& operation, ContractionPlan assign,
               std::optional<ContractionPlan> accumulate)
        : operation_(operation), assign_(std::move(assign)), accumulate_(std::move(accumulate)) {
        if (!has_addend(operation.kind)) return;
        addend_.emplace(operation.output, operation.inputs.back());
        addend_lies_as_output_ = lies_as(operation.inputs.back(), operation.output);
        factor_lies_as_output_ =
            assign_.inputs() == 1 && lies_as(operation.inputs[0], operation.output);
    }

    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override {
        const std::int64_t more = accumulate_ ? accumulate_->workspace_bytes() : 0;
        return std::max(assign_.workspace_bytes(), more);
    }

    [[nodiscard]] std::string explain() const override { return assign_.explain(0); }

    void run(Handle& handle, const Call& call) const override {
        const Scalar beta = addend_ ? call.scalars[1] : Scalar{};
        const void* const addend = call.inputs[assign_.inputs()];
        if (beta == Scalar{}) return multiply(assign_, call, {});
        if (addend == call.output && addend_lies_as_output_) {
            return multiply(*accumulate_, call, beta);
        }
        run_apart(handle, call, addend, beta);
    }

private:
    /// The addend is another tensor than the output. Copied first, it is rounded once. An input in
    /// the output's place is not overwritten before it is read.
    void run_apart(Handle& handle, const Call& call, const void* addend, Scalar beta) const {
        const Scalar alpha = call.scalars[0];
        check_both(call, handle.space());
        if (factor_lies_as_output_ && call.inputs[0] == call.output && alpha != Scalar{}) {
            return addend_->run(handle, call, addend, beta, alpha);
        }
        if (meets_output(call)) {
            // The product writes D before the addend is read.
            check(!meet(range_of(operation_.inputs.back(), addend),
                        range_of(operation_.output, call.output)),
                  CUTENSOR_STATUS_INVALID_VALUE, "C and a factor both overlap D");
            multiply(assign_, call, {});
            return addend_->run(handle, call, addend, beta, 1.0);
        }
        addend_->run(handle, call, addend, 1.0, {});
        multiply(*accumulate_, call, beta);
    }

    /// What the second of two runs would refuse, after the first one has written.
    void check_both(const Call& call, MemorySpace space) const {
        for (std::size_t i = 0; i < operation_.inputs.size(); ++i) {
            const Operand& input = operation_.inputs[i];
            const MemoryRange range = range_of(input, call.inputs[i]);
            if (range.begin == range.end) continue;
            check_given(call.inputs[i], "an input");
            check(space == MemorySpace::host || is_aligned(call.inputs[i], size_bytes(input.dtype)),
                  CUTENSOR_STATUS_INVALID_VALUE, "an input is not aligned to an element");
        }
        for (const Scalar& scalar : call.scalars) {
            check(scalar.imag() == 0 || is_complex(operation_.output.dtype),
                  CUTENSOR_STATUS_INVALID_VALUE, "a scalar is complex and the output is real");
        }
        check_workspace(*accumulate_, call.workspace);
    }

    [[nodiscard]] bool meets_output(const Call& call) const {
        const MemoryRange output = range_of(operation_.output, call.output);
        for (std::size_t factor = 0; factor < assign_.inputs(); ++factor) {
            const Operand& operand = operation_.inputs[factor];
            if (meet(range_of(operand, call.inputs[factor]), output)) return true;
        }
        return false;
    }

    static void check_workspace(const ContractionPlan& plan, const Workspace& given) {
        check(given.bytes >= plan.workspace_bytes(), CUTENSOR_STATUS_INSUFFICIENT_WORKSPACE,
              "the workspace is smaller than the plan requires");
        if (plan.workspace_bytes() == 0) return;
        check_given(given.data, "workspace");
        check(is_aligned(given.data, workspace_alignment), CUTENSOR_STATUS_INVALID_VALUE,
              "the workspace is not aligned to 256 bytes");
    }

    /// output = alpha * product + beta * output.
    static void multiply(const ContractionPlan& plan, const Call& call, Scalar beta) {
        check_workspace(plan, call.workspace);
        RunOptions options;
        options.alpha = call.scalars[0];
        options.beta = beta;
        options.workspace = call.workspace;
        options.stream = call.stream;
        plan.run(call.output, std::span(call.inputs).first(plan.inputs()), options);
    }

    Operation operation_;
    ContractionPlan assign_;
    std::optional<ContractionPlan> accumulate_;
    std::optional<AddendPlans> addend_;
    bool addend_lies_as_output_ = false;
    bool factor_lies_as_output_ = false;
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
