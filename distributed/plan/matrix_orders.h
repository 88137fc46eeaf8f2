// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "distributed/plan/candidate.h"

namespace ttgt {

/// The labels that form each dimension of the matrices of a DistributedGemm step, in their order,
/// fastest first. The order is the same in all operands and on all ranks. Any order is valid for m
/// and n. In k, the carrier must be the last label if some rank holds several of its blocks.
struct MatrixOrders {
    std::vector<std::size_t> m;      ///< free_l labels: the rows of L and D
    std::vector<std::size_t> n;      ///< free_r labels: the columns of R and D
    std::vector<std::size_t> k;      ///< contracted labels: the columns of L, the rows of R
    std::vector<std::size_t> batch;  ///< batch labels: one product for each index
};

/// The labels that form the rows of an operand's matrix.
[[nodiscard]] const std::vector<std::size_t>& rows_of(const MatrixOrders& orders,
                                                      std::size_t operand);
/// The labels that form the columns of an operand's matrix.
[[nodiscard]] const std::vector<std::size_t>& columns_of(const MatrixOrders& orders,
                                                         std::size_t operand);

/// The orders with which the most elements need no transpose, if every rank's part of an operand
/// has no gaps. Operands with DistributedCandidate::moves do not count: they are packed anyway.
[[nodiscard]] MatrixOrders choose_orders(const DistributedProblem& problem,
                                         const DistributedCandidate& candidate);
/// Whether a rank's part of the operand, if it has no gaps, is a matrix in these orders.
[[nodiscard]] bool is_matrix(const DistributedProblem& problem, const MatrixOrders& orders,
                             std::size_t operand);

}  // namespace ttgt
