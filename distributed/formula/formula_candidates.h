// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "distributed/formula/formula_stages.h"
#include "distributed/placement/pieces.h"

namespace ttgt {

/// The ways to spread a formula that are worth considering, with predicted times, the fastest
/// first: as each of its tensors is spread, and evenly over all ranks. Equal on all ranks.
[[nodiscard]] std::vector<FormulaCandidate> formula_candidates(const SpreadFormula& problem,
                                                               const RankRates& rates);

/// The movement of a tensor from its given placement to the one in a stage, as this rank sees it.
/// The strides in the stage are not set: the caller must set them.
[[nodiscard]] Movement movement_to(const FormulaTensor& tensor, const StageTensor& in_stage);
/// The movement of the output from its placement in a stage to the given one. The strides in the
/// stage are not set: the caller must set them.
[[nodiscard]] Movement movement_back(const FormulaTensor& tensor, const StageTensor& in_stage);

/// The candidate as text, such as "a over 2 ranks, b over 3 in blocks of 4".
[[nodiscard]] std::string to_string(const SpreadFormula& problem,
                                    const FormulaCandidate& candidate);

}  // namespace ttgt
