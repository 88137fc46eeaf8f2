// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/plan/padded_plan.h"

#include <ttgt/operators.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/cutensor/expression.h"
#include "bindings/cutensor/handle.h"
#include "bindings/cutensor/plan/memory_range.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

std::int64_t width_of(const std::vector<std::uint32_t>& widths, std::size_t mode) {
    return widths.empty() ? 0 : std::int64_t{widths[mode]};
}

/// The output with its frame. Its strides, where the program gave none, are those of the whole.
Operand framed(const Operation& operation) {
    Operand whole = operation.output;
    std::vector<std::int64_t>& extents = whole.layout.extents;
    for (std::size_t mode = 0; mode < extents.size(); ++mode) {
        extents[mode] += width_of(operation.padding.left, mode);
        extents[mode] += width_of(operation.padding.right, mode);
    }
    if (whole.is_packed) whole.layout = packed(std::move(extents));
    check_layout(whole.layout, size_bytes(whole.dtype), "the padded output");
    return whole;
}

EvaluationPlan plan_fill(Handle& handle, const Operand& whole) {
    return plan_evaluation(handle.context(), fill_text(whole), {{whole.dtype, whole.layout}});
}

class PaddedPlan final : public Planned {
public:
    PaddedPlan(Handle& handle, const Operation& operation, Operand whole,
               std::shared_ptr<const Planned> inner)
        : whole_(std::move(whole)),
          input_(operation.inputs[0]),
          value_(operation.padding.value),
          fill_(plan_fill(handle, whole_)),
          inner_(std::move(inner)) {
        for (std::size_t mode = 0; mode < whole_.modes.size(); ++mode) {
            first_ += width_of(operation.padding.left, mode) * whole_.layout.strides[mode];
        }
    }

    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override {
        return inner_->workspace_bytes();
    }
    [[nodiscard]] std::string explain() const override { return inner_->explain(); }

    void run(Handle& handle, const Call& call) const override {
        check_before_writing(call, handle.space());
        fill_.run(call.output, {}, std::array{value_}, call.stream);
        Call inner = call;
        inner.output = static_cast<std::byte*>(call.output) + first_ * size_bytes(whole_.dtype);
        inner_->run(handle, inner);
    }

private:
    /// What the permutation would refuse after the output has been filled.
    void check_before_writing(const Call& call, MemorySpace space) const {
        check_given(call.output, "the output");
        const MemoryRange range = range_of(input_, call.inputs[0]);
        if (range.begin == range.end) return;
        check_given(call.inputs[0], "an input");
        const auto bytes = static_cast<std::uintptr_t>(size_bytes(input_.dtype));
        check(space == MemorySpace::host || range.begin % bytes == 0, CUTENSOR_STATUS_INVALID_VALUE,
              "an input is not aligned to an element");
        check(!meet(range, range_of(whole_, call.output)), CUTENSOR_STATUS_INVALID_VALUE,
              "the input lies in the padded output's place");
        check(call.scalars[0].imag() == 0 || is_complex(whole_.dtype),
              CUTENSOR_STATUS_INVALID_VALUE, "a scalar is complex and the output is real");
    }

    Operand whole_;
    Operand input_;
    Scalar value_;
    EvaluationPlan fill_;
    std::shared_ptr<const Planned> inner_;
    std::int64_t first_ = 0;  // where the output's own elements begin
};

}  // namespace

std::shared_ptr<const Planned> plan_padded(Handle& handle, const Operation& operation,
                                           const PlanPreference& preference,
                                           std::int64_t workspace_limit) {
    Operand whole = framed(operation);
    Operation inner = operation;
    inner.padding = {};
    inner.output.layout.strides = whole.layout.strides;
    auto planned = plan_operation(handle, inner, preference, workspace_limit);
    return std::make_shared<const PaddedPlan>(handle, operation, std::move(whole),
                                              std::move(planned));
}

}  // namespace ttgt::cutensor
