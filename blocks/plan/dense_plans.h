// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "contraction/expression/expression.h"
#include "contraction/plan/machine.h"
#include "contraction/plan/plan.h"
#include "contraction/planner/strategy.h"

namespace ttgt::blocks {

/// A contraction of dense tensors that calls share.
struct DenseProblem {
    const Expression* expression = nullptr;
    std::vector<OperandLayout> operands;  ///< the output first
    bool beta_is_zero = true;
    bool is_wide = false;      ///< for all threads, not for one
    bool only_scales = false;  ///< D = beta * D
};

/// Plans of dense tensors, each made once: blocks of equal extents and strides share them.
class DensePlans {
public:
    /// `threads` of wide problems. `workspace_limit` of each plan.
    DensePlans(const Context& context, const PlanOptions& options, double footprint_bytes,
               int threads, std::int64_t workspace_limit);

    /// The number of the problem's plan. Throws as plan_contraction().
    [[nodiscard]] std::uint32_t number_of(const DenseProblem& problem);
    [[nodiscard]] const Plan& plan(std::uint32_t number) const { return plans_[number]; }
    /// Takes all plans out.
    [[nodiscard]] std::vector<Plan> release() { return std::move(plans_); }
    [[nodiscard]] const Machine& machine(bool is_wide) const { return is_wide ? *wide_ : *narrow_; }

private:
    [[nodiscard]] Plan make(const DenseProblem& problem) const;

    std::unique_ptr<const Machine> narrow_;
    std::unique_ptr<const Machine> wide_;
    const Strategy& strategy_;
    std::int64_t workspace_limit_;
    std::vector<Plan> plans_;
    std::unordered_map<std::string, std::uint32_t> numbers_;  // by all of the problem, as bytes
};

}  // namespace ttgt::blocks
