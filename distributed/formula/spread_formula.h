// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "distributed/placement/placement.h"
#include "operators/problem/operator_problem.h"

namespace ttgt {

/// A label of a formula over ranks.
struct FormulaLabel {
    std::string name;
    std::int64_t extent = 1;
    bool is_reduced = false;  ///< the output lacks it
};

/// A tensor of a formula over ranks.
struct FormulaTensor {
    std::string name;
    DType dtype = DType::float64;
    std::vector<std::int64_t> extents;  ///< extents of the whole tensor
    Placement given;                    ///< which rank holds which elements
    Layout local;                       ///< layout of the part that this rank holds
    /// Whether the output may lie at this tensor's address: the formula reads of it only the
    /// element that it writes, and this rank's parts have one layout.
    bool may_share_output = false;
};

/// A formula bound to tensors over ranks. It is the same on all ranks, except `rank`,
/// FormulaTensor::local and FormulaTensor::may_share_output.
struct SpreadFormula {
    Formula formula;                             ///< the parsed formula
    FormulaTypes types;                          ///< as one device would compute it
    DType parts_dtype = DType::float64;          ///< what a rank's part of the reduction is kept in
    std::vector<FormulaLabel> labels;            ///< all labels of the formula
    std::vector<FormulaTensor> tensors;          ///< the output, then the inputs
    std::vector<std::vector<std::size_t>> uses;  ///< labels of each use: indices into `labels`
    int rank = 0;                                ///< number of this rank
    int ranks = 1;                               ///< number of ranks
};

/// Binds a formula to tensors over ranks, the output first. Throws what plan_evaluation() for one
/// device throws of formulas and layouts; InvalidArgument and RankMismatch where a distribution
/// does not fit its tensor; AliasedOutput where two elements of the output's part have one address.
[[nodiscard]] SpreadFormula bind_spread_formula(const Formula& formula,
                                                const std::vector<DistributedLayout>& operands,
                                                int rank, int ranks);

}  // namespace ttgt
