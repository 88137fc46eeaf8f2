// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed_operators.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "distributed/formula/rank_formula.h"
#include "distributed/run/planning_setup.h"

namespace ttgt {

/// The implementation of a DistributedEvaluationPlan.
class PlannedFormula {
public:
    struct Parts : PlanningSetup {
        SpreadFormula problem;                  ///< the formula, as this rank sees it
        RankFormula plan;                       ///< the chosen candidate, lowered for this rank
        std::int64_t most_workspace_bytes = 0;  ///< bytes of workspace of the rank that needs most
        std::vector<FormulaCandidate> losers;   ///< candidates that were not chosen
    };
    explicit PlannedFormula(Parts parts) : parts_(std::move(parts)) {}

    [[nodiscard]] const Parts& parts() const noexcept { return parts_; }
    [[nodiscard]] std::string explain(std::size_t most_losers) const;
    [[nodiscard]] std::int64_t bytes_sent() const noexcept;
    [[nodiscard]] std::int64_t bytes_received() const noexcept;
    /// Does what DistributedEvaluationPlan::run() does.
    void run(void* out, std::span<const void* const> inputs, std::span<const Scalar> scalars,
             const Workspace& workspace, Stream stream) const;

private:
    Parts parts_;
};

/// Chooses the fastest candidate whose workspace fits the limit on every rank. Precondition: the
/// setup of `parts` is set. Collective. Throws on every rank as plan_evaluation() over ranks says.
void choose_formula_candidate(PlannedFormula::Parts& parts, std::string_view formula,
                              const std::vector<DistributedLayout>& operands, Context& context);

}  // namespace ttgt
