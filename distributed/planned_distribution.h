// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "distributed/candidate.h"
#include "distributed/distributed_problem.h"
#include "distributed/rank_plan.h"
#include "distributed/transport.h"
#include "src/context/link_rates_file.h"

namespace ttgt {

/// A candidate that was not taken.
struct DistributedLoser {
    DistributedCandidate candidate;
    std::int64_t workspace_bytes = 0;  ///< more than the limit; 0: it is slower
};

/// What a DistributedPlan hides.
class PlannedDistribution {
public:
    struct Parts {
        std::shared_ptr<Transport> transport;
        Device device;  ///< of this rank
        Stream stream;  ///< of the context that planned; empty on CPUs
        DistributedProblem problem;
        RankPlan plan;
        ChosenRates<RankRates> rates;
        std::int64_t int_limit = 0;
        std::int64_t workspace_limit = 0;
        std::int64_t most_workspace_bytes = 0;
        std::vector<DistributedLoser> losers;
    };
    explicit PlannedDistribution(Parts parts);

    [[nodiscard]] const Parts& parts() const noexcept { return parts_; }
    void run(void* d, std::span<const void* const> inputs, const RunOptions& options) const;
    [[nodiscard]] DistributedReport profile(void* d, std::span<const void* const> inputs,
                                            const RunOptions& options) const;

private:
    Parts parts_;
};

/// Lowers a candidate on every rank. Collective; throws the same on all.
[[nodiscard]] RankPlan lower_together(const PlannedDistribution::Parts& parts,
                                      const DistributedCandidate& candidate, Context& context,
                                      const DistributedOptions& options);
/// Makes a lowered candidate the plan, with its grid. Collective.
void adopt(PlannedDistribution::Parts& parts, RankPlan plan);

[[nodiscard]] std::string explain(const PlannedDistribution::Parts& parts, std::size_t most_losers);
/// The steps with predicted times and this rank's bytes; nothing is measured.
[[nodiscard]] DistributedReport predict(const PlannedDistribution::Parts& parts);

}  // namespace ttgt
