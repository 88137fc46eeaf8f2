// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/plan/formula_plan.h"

#include <ttgt/operators.h>

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "bindings/cutensor/expression.h"
#include "bindings/cutensor/handle.h"

namespace ttgt::cutensor {
namespace {

/// A formula of an operation, and which inputs and scalars it takes, by position.
class Formula {
public:
    Formula(Handle& handle, const Operation& operation, std::uint32_t zeros)
        : plan_(make(handle, operation, zeros)) {
        for (std::size_t input = 0; input < operation.inputs.size(); ++input) {
            if (!is_zero(zeros, input)) inputs_.push_back(input);
        }
    }

    void run(const Call& call) const {
        std::vector<const void*> pointers;
        std::vector<Scalar> scalars;
        for (const std::size_t input : inputs_) {
            pointers.push_back(call.inputs[input]);
            scalars.push_back(call.scalars[input]);
        }
        plan_.run(call.output, pointers, scalars, call.stream);
    }
    [[nodiscard]] std::string explain() const { return plan_.explain(); }

private:
    static bool is_zero(std::uint32_t zeros, std::size_t input) {
        return (zeros >> input & 1) != 0;
    }

    static EvaluationPlan make(Handle& handle, const Operation& operation, std::uint32_t zeros) {
        std::vector<OperandLayout> layouts{{operation.output.dtype, operation.output.layout}};
        for (std::size_t input = 0; input < operation.inputs.size(); ++input) {
            if (is_zero(zeros, input)) continue;
            const Operand& operand = operation.inputs[input];
            layouts.push_back({operand.dtype, operand.layout});
        }
        return plan_evaluation(handle.context(), formula_text(operation, zeros), layouts);
    }

    EvaluationPlan plan_;
    std::vector<std::size_t> inputs_;  // whose scalars are not zero; the formula has them in order
};

/// An input whose scalar is zero is not read, whatever it holds: each set of such inputs has a
/// formula of its own, which the first run that needs it makes.
class FormulaPlan final : public Planned {
public:
    FormulaPlan(Handle& handle, const Operation& operation) : operation_(operation) {
        formulas_.try_emplace(0, handle, operation_, 0);
    }

    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override { return 0; }

    [[nodiscard]] std::string explain() const override {
        const std::lock_guard own(mutex_);
        return formulas_.at(0).explain();
    }

    void run(Handle& handle, const Call& call) const override {
        std::uint32_t zeros = 0;
        for (std::size_t input = 0; input < operation_.inputs.size(); ++input) {
            if (call.scalars[input] == Scalar{}) zeros |= 1U << input;
        }
        formula(handle, zeros).run(call);
    }

private:
    const Formula& formula(Handle& handle, std::uint32_t zeros) const {
        const std::lock_guard own(mutex_);
        const auto found = formulas_.find(zeros);
        if (found != formulas_.end()) return found->second;
        const auto lock = handle.lock();
        return formulas_.try_emplace(zeros, handle, operation_, zeros).first->second;
    }

    Operation operation_;
    mutable std::mutex mutex_;                           // taken before the handle's lock
    mutable std::map<std::uint32_t, Formula> formulas_;  // by zeros; none is removed
};

}  // namespace

std::shared_ptr<const Planned> plan_formula(Handle& handle, const Operation& operation) {
    return std::make_shared<const FormulaPlan>(handle, operation);
}

}  // namespace ttgt::cutensor
