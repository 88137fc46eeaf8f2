// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/python/blocks/block_tensor.h"
#include "bindings/python/plan.h"

namespace ttgt::python {

struct BlockPlanSettings {
    std::optional<std::string> strategy;
    std::int64_t workspace_limit = -1;
    int beta_is_zero = -1;
    bool leaves_out_missing = false;
    std::vector<std::int32_t> path;  ///< two positions for each step; empty: a path is searched for
};

/// One way to contract tensors of blocks, for fixed layouts.
class BlockPlan {
public:
    BlockPlan(std::shared_ptr<Context> context, const std::string& expression,
              const BlockTensors& tensors, const BlockPlanSettings& settings);
    BlockPlan(const BlockPlan&) = delete;  // it owns a handle
    BlockPlan& operator=(const BlockPlan&) = delete;
    ~BlockPlan() { ttgt_block_plan_destroy(handle_); }

    void run(const BlockTensors& tensors, nb::handle alpha, nb::handle beta) const;
    /// The numbers of ttgt_profile by name, and "text".
    [[nodiscard]] nb::dict profile(const BlockTensors& tensors, nb::handle alpha,
                                   nb::handle beta) const;
    [[nodiscard]] std::string explain(int components) const;
    [[nodiscard]] std::int64_t workspace_bytes() const;
    [[nodiscard]] std::int64_t pairs() const;

private:
    std::shared_ptr<Context> context_;
    ttgt_block_plan handle_{0};
    bool is_small_ = false;
};

}  // namespace ttgt::python
