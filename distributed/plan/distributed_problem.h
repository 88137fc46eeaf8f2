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
#include "distributed/placement/placement.h"

namespace ttgt {

/// A label of the expression. Unlike the labels of a Problem, labels here are never merged, and
/// labels of extent 1 are kept.
struct SpreadLabel {
    std::string name;          ///< the label's name in the expression
    Role role = Role::free_l;  ///< which operands have the label
    std::int64_t extent = 1;   ///< number of indices
};

/// An operand of a distributed contraction.
struct SpreadOperand {
    std::string title;                ///< name in messages, such as "L 'T'"
    DType dtype = DType::float64;     ///< dtype of the elements
    bool is_conjugated = false;       ///< whether the expression conjugates it
    std::vector<std::size_t> labels;  ///< label of each mode: index into DistributedProblem::labels
    std::vector<std::int64_t> extents;  ///< extents of the whole tensor
    Placement given;                    ///< which rank holds which elements
    Layout local;                       ///< layout of the part that this rank holds
};

/// An expression bound to distributed operands, on one rank. It is the same on all ranks, except
/// `rank` and SpreadOperand::local.
struct DistributedProblem {
    Expression expression;  ///< the parsed expression
    Problem global;         ///< the contraction of the whole tensors, as one device would do it
    std::vector<SpreadLabel> labels;      ///< all labels of the expression
    std::vector<SpreadOperand> operands;  ///< in the order of the expression, the output first
    int rank = 0;                         ///< number of this rank
    int ranks = 1;                        ///< number of ranks
};

/// The layouts of the whole tensors, without gaps.
[[nodiscard]] std::vector<OperandLayout> whole_layouts(
    const std::vector<DistributedLayout>& operands);

/// Reads an expression for distributed operands, the output first. The operands of the result are
/// the whole tensors, without gaps. Throws what the parsers throw, and Unsupported for einsum
/// strings that repeat a mode of extent 1.
[[nodiscard]] Statement read_whole(std::string_view expression,
                                   const std::vector<DistributedLayout>& operands);

/// Binds a product of one or two distributed operands, the output first. `statement` has the whole
/// tensors. Throws what binding it on one device throws, and InvalidArgument where a distribution
/// does not fit its tensor.
[[nodiscard]] DistributedProblem bind_distributed(const Statement& statement,
                                                  const std::vector<DistributedLayout>& operands,
                                                  std::optional<bool> beta_is_zero, int rank,
                                                  int ranks);
/// Binds what read_whole() reads.
[[nodiscard]] DistributedProblem bind_distributed(std::string_view expression,
                                                  const std::vector<DistributedLayout>& operands,
                                                  std::optional<bool> beta_is_zero, int rank,
                                                  int ranks);

/// Indices of the labels of a role whose extent is above 1.
[[nodiscard]] std::vector<std::size_t> labels_with(const DistributedProblem& problem, Role role);
/// The mode of an operand that has this label; -1 if no mode has it.
[[nodiscard]] int mode_of(const SpreadOperand& operand, std::size_t label);

}  // namespace ttgt
