// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <span>
#include <string>
#include <vector>

#include "distributed/plan/candidate.h"
#include "distributed/plan/distributed_problem.h"
#include "distributed/run/planned_distribution.h"
#include "distributed/run/planning_setup.h"
#include "distributed/run/rank_plan.h"

namespace ttgt {

/// A candidate that was not chosen.
struct DistributedLoser {
    DistributedCandidate candidate;  ///< the candidate, placed and priced
    /// Bytes of workspace that the candidate needs, if they exceed the limit. 0 if the candidate is
    /// slower than the chosen one.
    std::int64_t workspace_bytes = 0;
};

/// A plan of one product of one or two tensors.
class DistributedProduct final : public PlannedDistribution {
public:
    struct Parts : PlanningSetup {
        DistributedProblem problem;             ///< the contraction, as this rank sees it
        RankPlan plan;                          ///< the chosen candidate, lowered for this rank
        std::int64_t most_workspace_bytes = 0;  ///< bytes of workspace of the rank that needs most
        std::vector<DistributedLoser> losers;   ///< candidates that were not chosen
    };
    explicit DistributedProduct(Parts parts);

    [[nodiscard]] const Parts& parts() const noexcept { return parts_; }
    [[nodiscard]] std::string explain(std::size_t most_losers) const override;
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override {
        return parts_.plan.workspace_bytes;
    }
    [[nodiscard]] std::int64_t most_workspace_bytes() const noexcept override {
        return parts_.most_workspace_bytes;
    }
    void run(void* d, std::span<const void* const> inputs,
             const RunOptions& options) const override;
    [[nodiscard]] DistributedReport profile(void* d, std::span<const void* const> inputs,
                                            const RunOptions& options) const override;
    /// Runs as run() does, but does not compare the ranks' arguments. Precondition: no rank's
    /// arguments are refused, and alpha and beta are equal on all ranks. Collective.
    void run_step(void* d, std::span<const void* const> inputs, const RunOptions& options) const;
    /// Does what run_step() does. Returns the prediction with this rank's measured times; numbers
    /// that depend on all ranks are not set. After each step, all ranks wait for each other.
    [[nodiscard]] DistributedReport time_step(void* d, std::span<const void* const> inputs,
                                              const RunOptions& options) const;

private:
    Parts parts_;
};

/// Describes the plan as DistributedPlan::explain() does.
[[nodiscard]] std::string explain(const DistributedProduct::Parts& parts, std::size_t most_losers);
/// A report of this rank with predicted times and bytes; measured times are 0.
[[nodiscard]] DistributedReport predict(const DistributedProduct::Parts& parts);

}  // namespace ttgt
