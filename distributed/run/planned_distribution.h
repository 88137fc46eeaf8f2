// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "distributed/plan/candidate.h"
#include "distributed/plan/distributed_problem.h"
#include "distributed/run/rank_plan.h"
#include "distributed/run/transport.h"
#include "src/context/link_rates_file.h"

namespace ttgt {

/// A candidate that was not chosen.
struct DistributedLoser {
    DistributedCandidate candidate;  ///< the candidate, placed and priced
    /// Bytes of workspace that the candidate needs, if they exceed the limit. 0 if the candidate is
    /// slower than the chosen one.
    std::int64_t workspace_bytes = 0;
};

/// The implementation of a DistributedPlan.
class PlannedDistribution {
public:
    struct Parts {
        std::shared_ptr<Transport> transport;  ///< carries messages between the ranks
        Device device;                         ///< device of this rank
        Stream stream;                 ///< stream of the context that made the plan; empty on CPUs
        DistributedProblem problem;    ///< the contraction, as this rank sees it
        RankPlan plan;                 ///< the chosen candidate, lowered for this rank
        ChosenRates<RankRates> rates;  ///< rates by which times were predicted
        std::int64_t int_limit = 0;    ///< DistributedOptions::int_limit, in bytes
        std::int64_t workspace_limit = 0;       ///< most bytes of workspace on each rank
        std::int64_t most_workspace_bytes = 0;  ///< bytes of workspace of the rank that needs most
        std::vector<DistributedLoser> losers;   ///< candidates that were not chosen
    };
    explicit PlannedDistribution(Parts parts);

    [[nodiscard]] const Parts& parts() const noexcept { return parts_; }
    /// Does what DistributedPlan::run() does.
    void run(void* d, std::span<const void* const> inputs, const RunOptions& options) const;
    /// Does what DistributedPlan::profile() does.
    [[nodiscard]] DistributedReport profile(void* d, std::span<const void* const> inputs,
                                            const RunOptions& options) const;

private:
    Parts parts_;
};

/// Lowers a candidate on every rank. Collective. If lowering fails on a rank, throws its error on
/// every rank.
[[nodiscard]] RankPlan lower_together(const PlannedDistribution::Parts& parts,
                                      const DistributedCandidate& candidate, Context& context,
                                      const DistributedOptions& options);
/// Sets `parts.plan` to `plan`, the chosen candidate lowered for this rank. If the candidate
/// multiplies by ScaLAPACK, also makes the grid of ranks. Collective: all ranks call it together.
void adopt(PlannedDistribution::Parts& parts, RankPlan plan);

/// Does what DistributedPlan::explain() does.
[[nodiscard]] std::string explain(const PlannedDistribution::Parts& parts, std::size_t most_losers);
/// A report of this rank with predicted times and bytes; measured times are 0.
[[nodiscard]] DistributedReport predict(const PlannedDistribution::Parts& parts);

}  // namespace ttgt
