// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/operators.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "distributed/formula/formula_stages.h"
#include "distributed/run/redistribution.h"

namespace ttgt {

/// How a tensor gets to a stage on this rank, and how the output gets back.
struct TensorStep {
    bool is_in_place = true;  ///< whether the stage uses the tensor's own memory
    /// Bytes to the tensor in the stage: from its own first element if it is in place, else from
    /// the start of the workspace.
    std::int64_t offset = 0;
    Layout layout;                        ///< layout in the stage
    std::optional<Redistribution> bring;  ///< to the stage; empty where nothing is brought
    bool ranks_bring = false;             ///< whether ranks exchange elements for it
    std::optional<Redistribution> back;   ///< only the output: to its own memory
    bool ranks_return = false;            ///< whether ranks exchange elements for it
};

/// A stage lowered for one rank.
struct RankStage {
    std::vector<TensorStep> tensors;     ///< as FormulaStage::tensors
    std::optional<EvaluationPlan> plan;  ///< empty on idle ranks
};

/// A candidate lowered for one rank.
struct RankFormula {
    FormulaCandidate candidate;
    StagedFormula staged;
    std::vector<RankStage> stages;
    std::int64_t parts_offset = 0;     ///< bytes to the rank's part of the reduction, if split
    std::int64_t staging_offset = 0;   ///< bytes to memory of messages
    std::int64_t workspace_bytes = 0;  ///< bytes of workspace that a run needs on this rank
};

/// Lowers a candidate for one rank, without the plans of its stages. Throws what plan_transpose()
/// throws. Not collective.
[[nodiscard]] RankFormula lower_formula(const SpreadFormula& problem,
                                        const FormulaCandidate& candidate, Context& context);
/// Plans the stages. Throws what plan_evaluation() for one device throws. Not collective.
void plan_stages(const SpreadFormula& problem, Context& context, RankFormula& formula);

}  // namespace ttgt
