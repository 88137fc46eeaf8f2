// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>
#include <ttgt/c_ranks.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/python/plan.h"

namespace ttgt::python {

/// One rank of a group of ranks.
class Communicator {
public:
    explicit Communicator(ttgt_communicator handle) : handle_(handle) {}
    Communicator(const Communicator&) = delete;  // it owns a handle
    Communicator& operator=(const Communicator&) = delete;
    ~Communicator() { ttgt_communicator_destroy(handle_); }

    [[nodiscard]] ttgt_communicator handle() const { return handle_; }
    /// The number of this rank, and the number of ranks.
    [[nodiscard]] std::pair<int, int> rank() const;

private:
    ttgt_communicator handle_;
};

/// Which rank holds which elements of an array.
class Distribution {
public:
    /// `axes` and `blocks` have an entry for each mode of the array. Raises InvalidArgument where
    /// they have not.
    Distribution(std::vector<std::int64_t> extents, std::vector<std::int32_t> grid,
                 std::vector<std::int32_t> axes, std::vector<std::int64_t> blocks);

    /// Without elements.
    [[nodiscard]] ttgt_distributed_tensor tensor() const;
    [[nodiscard]] std::vector<std::int64_t> part(int rank) const;
    [[nodiscard]] std::vector<std::int64_t> indices(int mode, int rank) const;

private:
    std::vector<std::int64_t> extents_;
    std::vector<std::int32_t> grid_;
    std::vector<std::int32_t> axes_;
    std::vector<std::int64_t> blocks_;
};

struct DistributedPlanSettings {
    std::optional<std::string> engine;
    std::int64_t workspace_limit = -1;
    int beta_is_zero = -1;
};

/// One way to do a contraction over ranks.
class DistributedPlan {
public:
    /// `parts` are this rank's parts of the arrays, the output's first. Collective.
    DistributedPlan(const Communicator& ranks, std::shared_ptr<Context> context,
                    const std::string& expression,
                    const std::vector<std::shared_ptr<Distribution>>& distributions,
                    const nb::tuple& parts, const DistributedPlanSettings& settings);
    DistributedPlan(const DistributedPlan&) = delete;  // it owns a handle
    DistributedPlan& operator=(const DistributedPlan&) = delete;
    ~DistributedPlan() { ttgt_distributed_plan_destroy(handle_); }

    /// On parts whose types, extents and strides are those of the plan. Collective.
    void run(const nb::tuple& parts, nb::handle alpha, nb::handle beta) const;
    [[nodiscard]] std::string explain(int losers) const;
    [[nodiscard]] std::int64_t workspace_bytes() const;

private:
    /// What a run reads of its arguments.
    struct DistributedRun {
        std::vector<void*> data;  ///< addresses of the parts, the output's first
        std::optional<ttgt_scalar> alpha;
        std::optional<ttgt_scalar> beta;
    };
    void fail_together(const Communicator& ranks);
    [[nodiscard]] DistributedRun read_run(const nb::tuple& parts, nb::handle alpha,
                                          nb::handle beta) const;
    [[nodiscard]] ttgt_status call(void* output, const std::vector<const void*>& inputs,
                                   const DistributedRun& run) const;

    std::shared_ptr<Context> context_;
    std::string layouts_;  ///< types, extents and strides of the parts
    ttgt_distributed_plan handle_{0};
};

/// Adds Communicator, Distribution and DistributedPlan to the module.
void bind_ranks(nb::module_& module);

}  // namespace ttgt::python
