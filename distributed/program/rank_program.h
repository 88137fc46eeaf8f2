// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contraction/problem/statement.h"
#include "distributed/plan/distributed_problem.h"
#include "network/program/program.h"

namespace ttgt {

/// A program of tensors over ranks. It is the same on all ranks, except the strides of operands.
struct RankProgram {
    std::string text;  ///< the statements as text
    /// Whether runs take alpha and beta. Programs of several statements write them as factors.
    bool takes_scalars = true;
    /// The sums, with whole tensors. As steps of a run, each has one product of at most two
    /// factors.
    network::Program program;
    std::vector<DistributedLayout> layouts;  ///< layout of each tensor of the program

    /// The number of the caller's tensors.
    [[nodiscard]] std::size_t operands() const;
    [[nodiscard]] bool is_temporary(std::size_t tensor) const {
        return !program.tensors[tensor].operand.has_value();
    }
    /// Whether a sum writes the tensor.
    [[nodiscard]] bool is_written(std::size_t tensor) const;
    /// "the output 'D'" or "operand 2 'B'": how messages name an operand of the caller.
    [[nodiscard]] std::string title(std::size_t tensor) const;
};

/// Whether a statement needs a program: it has several terms, or a product of several factors.
[[nodiscard]] bool needs_program(const Statement& statement);

/// The program of one statement, whose operands are given in its order, the output first. Throws
/// what binding it on one device throws; InvalidArgument where a distribution does not fit its
/// tensor, and Unsupported for operands of 16 bits.
[[nodiscard]] RankProgram rank_program(const Statement& statement,
                                       const std::vector<DistributedLayout>& operands,
                                       std::optional<bool> beta_is_zero, int ranks);
/// The program of several statements, whose operands bind by name. Throws as the other function
/// does, and what plan_program() for one device throws.
[[nodiscard]] RankProgram rank_program(std::string_view statements,
                                       const std::vector<std::string>& names,
                                       const std::vector<DistributedLayout>& operands, int ranks);

/// The program in steps of one product of at most two factors each: the path of each product costs
/// least where all ranks share its arithmetic and exchange its tensors at these rates. Common
/// factors are pulled out and equal products computed once. Temporaries have no distribution yet.
[[nodiscard]] RankProgram in_steps(const RankProgram& program, const RankRates& rates, int ranks,
                                   Minimize minimize);

/// A step as a distributed contraction of two or three tensors, as `rank` sees it.
[[nodiscard]] DistributedProblem problem_of(const RankProgram& program, const network::Sum& step,
                                            int rank, int ranks);

}  // namespace ttgt
