// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "distributed/candidate.h"

namespace ttgt {

/// The order of labels inside the dimensions of the matrices, fastest first, the same in every
/// operand and on every rank. Which order is free: each rank's rows and columns are one block, and
/// so are its inner indices, as long as the carrier is slowest where it has several blocks.
struct MatrixOrders {
    std::vector<std::size_t> m;
    std::vector<std::size_t> n;
    std::vector<std::size_t> k;
    std::vector<std::size_t> batch;
};

/// The labels of the rows and of the columns of an operand.
[[nodiscard]] const std::vector<std::size_t>& rows_of(const MatrixOrders& orders,
                                                      std::size_t operand);
[[nodiscard]] const std::vector<std::size_t>& columns_of(const MatrixOrders& orders,
                                                         std::size_t operand);

/// Those with which most bytes lie as matrices already, given packed shards and which operands
/// stay where they are.
[[nodiscard]] MatrixOrders choose_orders(const DistributedProblem& problem,
                                         const DistributedCandidate& candidate);
/// Whether a packed shard of the operand is such a matrix.
[[nodiscard]] bool is_matrix(const DistributedProblem& problem, const MatrixOrders& orders,
                             std::size_t operand);

}  // namespace ttgt
