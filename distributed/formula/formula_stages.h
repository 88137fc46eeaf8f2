// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "distributed/formula/spread_formula.h"

namespace ttgt {

/// One way to spread a formula over ranks: which rank evaluates which index tuples of its labels.
/// Modes of the placements are the labels of the formula. It is the same on all ranks.
struct FormulaCandidate {
    Placement work;
    /// Where reduced labels are spread: which rank combines the ranks' parts of the reduction and
    /// evaluates what stands outside of it. Empty: each rank evaluates the whole formula.
    std::optional<Placement> finish;
    double predicted_ms = 0;
};

/// A tensor as one stage of a formula takes it or writes it.
struct StageTensor {
    std::size_t tensor = 0;  ///< index into StagedFormula::tensors
    Placement work;          ///< which rank has which elements in the stage
};

/// A formula that each rank evaluates by itself, on its own index tuples.
struct FormulaStage {
    Formula formula;
    std::vector<StageTensor> tensors;  ///< of the formula: the output, then the inputs
    bool reads_output = false;         ///< whether the formula reads the old output
};

/// A formula in one stage, or in two: the first reduces on each rank what the rank has, the second
/// reduces these parts, which are one more tensor with one more label, and does the rest.
struct StagedFormula {
    std::vector<FormulaTensor> tensors;  ///< those of the problem, then perhaps the parts
    std::vector<FormulaStage> stages;
};

/// Whether a placement of labels spreads one that the formula reduces.
[[nodiscard]] bool spreads_reduced(const SpreadFormula& problem, const Placement& work);
/// The stages of a candidate. `finish` is set where spreads_reduced(work).
[[nodiscard]] StagedFormula stages_of(const SpreadFormula& problem,
                                      const FormulaCandidate& candidate);

}  // namespace ttgt
