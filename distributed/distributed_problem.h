// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contraction/problem/problem.h"
#include "contraction/problem/statement.h"
#include "distributed/placement.h"

namespace ttgt {

/// A label as it is written, neither merged nor dropped.
struct SpreadLabel {
    std::string name;
    Role role = Role::free_l;
    std::int64_t extent = 1;
};

/// An operand of a distributed contraction: what every rank knows of it, and its strides here.
struct SpreadOperand {
    std::string title;  ///< for messages: "L 'T'"
    DType dtype = DType::float64;
    bool is_conjugated = false;
    std::vector<std::size_t> labels;    ///< of each mode, into DistributedProblem::labels
    std::vector<std::int64_t> extents;  ///< of the whole tensor
    Placement given;
    Layout local;  ///< what this rank holds
};

/// An expression bound to distributed operands, as one rank sees it. Nothing but `rank` and the
/// operands' local layouts differs between ranks.
struct DistributedProblem {
    Expression expression;
    Problem whole;  ///< the same as one device would see it: roles, sizes, flops
    std::vector<SpreadLabel> labels;
    std::vector<SpreadOperand> operands;  ///< output first
    int rank = 0;
    int ranks = 1;
};

/// Throws what binding the expression on one device throws, InvalidArgument where a distribution
/// does not fit, and Unsupported (see plan_contraction()).
[[nodiscard]] DistributedProblem bind_distributed(std::string_view expression,
                                                  const std::vector<DistributedLayout>& operands,
                                                  std::optional<bool> beta_is_zero, int rank,
                                                  int ranks);

/// The labels of a role that have more than one value to spread.
[[nodiscard]] std::vector<std::size_t> labels_with(const DistributedProblem& problem, Role role);
/// The mode of an operand that a label stands at, or -1.
[[nodiscard]] int mode_of(const SpreadOperand& operand, std::size_t label);

}  // namespace ttgt
