// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/contraction.h>
#include <ttgt/error.h>

#include <array>
#include <utility>

#include <fmt/format.h>

#include "contraction/binary/planned_contraction.h"

namespace ttgt {
namespace {

InputPointers checked_inputs(const PlannedContraction& planned, InputPointers given,
                             const RunOptions& options) {
    if (planned.inputs() != given.size()) {
        throw OperandCountMismatch(fmt::format("'{}' has {} input(s), the run was given {}",
                                               planned.text(), planned.inputs(), given.size()));
    }
    for (const std::size_t input : options.unchanged) {
        if (input < given.size()) continue;
        throw InvalidArgument(
            fmt::format("input {} is said to be unchanged; '{}' has inputs 0 to {}", input,
                        planned.text(), given.size() - 1));
    }
    return given;
}

}  // namespace

ContractionPlan::ContractionPlan(std::unique_ptr<const PlannedContraction> planned)
    : planned_(std::move(planned)) {}
ContractionPlan::~ContractionPlan() = default;
ContractionPlan::ContractionPlan(ContractionPlan&&) noexcept = default;
ContractionPlan& ContractionPlan::operator=(ContractionPlan&&) noexcept = default;

std::size_t ContractionPlan::inputs() const noexcept { return planned_->inputs(); }

std::string ContractionPlan::explain(std::size_t most_losers) const {
    return planned_->explain(most_losers);
}

std::string ContractionPlan::source() const { return planned_->source(); }

std::int64_t ContractionPlan::workspace_bytes() const noexcept {
    return planned_->workspace_bytes();
}

Report ContractionPlan::prediction() const { return planned_->prediction(); }

void ContractionPlan::run(void* d, InputPointers inputs, const RunOptions& options) const {
    planned_->run(d, checked_inputs(*planned_, inputs, options), options);
}

void ContractionPlan::run(void* d, const void* l, const void* r, const RunOptions& options) const {
    run(d, std::array{l, r}, options);
}

void ContractionPlan::run(void* d, const void* l, const RunOptions& options) const {
    run(d, std::array{l}, options);
}

Report ContractionPlan::profile(void* d, InputPointers inputs, const RunOptions& options) const {
    return planned_->profile(d, checked_inputs(*planned_, inputs, options), options);
}

Report ContractionPlan::profile(void* d, const void* l, const void* r,
                                const RunOptions& options) const {
    return profile(d, std::array{l, r}, options);
}

Report ContractionPlan::profile(void* d, const void* l, const RunOptions& options) const {
    return profile(d, std::array{l}, options);
}

ContractionPlan make_contraction_plan(std::unique_ptr<const PlannedContraction> planned) {
    return ContractionPlan(std::move(planned));
}

const PlannedContraction& planned_of(const ContractionPlan& plan) noexcept {
    return *plan.planned_;
}

}  // namespace ttgt
