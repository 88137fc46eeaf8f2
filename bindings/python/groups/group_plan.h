// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_groups.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/python/groups/group_tensors.h"
#include "bindings/python/plan.h"

namespace ttgt::python {

struct GroupPlanSettings {
    std::optional<std::string> strategy;
    std::int64_t workspace_limit = -1;
    int beta_is_zero = -1;
};

struct GroupTransposeSettings {
    std::vector<std::int32_t> perm;
    bool conjugate = false;
    bool beta_is_zero = true;
};

/// One way to do many contractions or transposes of one expression, for fixed layouts.
class GroupPlan {
public:
    GroupPlan(std::shared_ptr<Context> context, const std::string& expression,
              std::shared_ptr<const GroupTensors> tensors, const GroupPlanSettings& settings);
    GroupPlan(std::shared_ptr<Context> context, std::shared_ptr<const GroupTensors> tensors,
              const GroupTransposeSettings& settings);
    GroupPlan(const GroupPlan&) = delete;  // it owns a handle
    GroupPlan& operator=(const GroupPlan&) = delete;
    ~GroupPlan() { ttgt_group_plan_destroy(handle_); }

    /// Raises InvalidArgument, naming the problem, where the layouts are not the plan's.
    void check_layouts(const GroupTensors& tensors) const;
    /// On arrays whose layouts the caller has seen to be the plan's.
    void run(const GroupTensors& tensors, nb::handle alpha, nb::handle beta) const;
    [[nodiscard]] std::string explain() const;
    [[nodiscard]] std::int64_t workspace_bytes() const;
    [[nodiscard]] std::int64_t problems() const { return planned_for_->problems(); }

private:
    std::shared_ptr<Context> context_;
    std::shared_ptr<const GroupTensors> planned_for_;
    ttgt_group_plan handle_{0};
};

}  // namespace ttgt::python
