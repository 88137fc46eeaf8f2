// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/plan/matrix_orders.h"

#include <algorithm>
#include <array>

namespace ttgt {
namespace {

/// The labels of a role, in the order of an operand's modes.
std::vector<std::size_t> in_order_of(const DistributedProblem& problem, std::size_t operand,
                                     Role role) {
    std::vector<std::size_t> labels;
    for (const std::size_t label : problem.operands[operand].labels) {
        if (problem.labels[label].role == role) labels.push_back(label);
    }
    return labels;
}

/// Whether each rank holds at most one block of the carrier, both in L and in R.
bool has_single_blocks(const DistributedProblem& problem, const DistributedCandidate& candidate) {
    const auto carrier = static_cast<std::size_t>(candidate.carrier);
    for (const std::size_t operand : {operand_l, operand_r}) {
        const Placement& work = candidate.work[operand];
        const auto mode = static_cast<std::size_t>(mode_of(problem.operands[operand], carrier));
        const std::int64_t parts = ranks_along(work.grid, work.modes[mode].axes);
        const std::int64_t blocks =
            one_block(problem.labels[carrier].extent, candidate.carrier_block);
        if (blocks > parts) return false;
    }
    return true;
}

std::vector<std::size_t> with_last(std::vector<std::size_t> labels, std::size_t last) {
    labels.erase(std::remove(labels.begin(), labels.end(), last), labels.end());
    labels.push_back(last);
    return labels;
}

double bytes_in_place(const DistributedProblem& problem, const DistributedCandidate& candidate,
                      const MatrixOrders& orders) {
    double bytes = 0;
    for (std::size_t operand = 0; operand < operand_count; ++operand) {
        if (candidate.moves[operand] || !is_matrix(problem, orders, operand)) continue;
        bytes += static_cast<double>(problem.global.sizes.volumes[operand]);
    }
    return bytes;
}

}  // namespace

const std::vector<std::size_t>& rows_of(const MatrixOrders& orders, std::size_t operand) {
    return operand == operand_r ? orders.k : orders.m;
}

const std::vector<std::size_t>& columns_of(const MatrixOrders& orders, std::size_t operand) {
    return operand == operand_l ? orders.k : orders.n;
}

bool is_matrix(const DistributedProblem& problem, const MatrixOrders& orders, std::size_t operand) {
    if (operand != operand_d && problem.operands[operand].is_conjugated) return false;
    std::vector<std::size_t> wanted = rows_of(orders, operand);
    const std::vector<std::size_t>& columns = columns_of(orders, operand);
    wanted.insert(wanted.end(), columns.begin(), columns.end());
    wanted.insert(wanted.end(), orders.batch.begin(), orders.batch.end());
    return wanted == problem.operands[operand].labels;
}

MatrixOrders choose_orders(const DistributedProblem& problem,
                           const DistributedCandidate& candidate) {
    const bool is_free = has_single_blocks(problem, candidate);
    const auto carrier = static_cast<std::size_t>(candidate.carrier);
    MatrixOrders best;
    double most = -1;
    for (const std::size_t of_m : {operand_d, operand_l}) {
        for (const std::size_t of_n : {operand_d, operand_r}) {
            for (const std::size_t of_k : {operand_l, operand_r}) {
                MatrixOrders orders{in_order_of(problem, of_m, Role::free_l),
                                    in_order_of(problem, of_n, Role::free_r),
                                    in_order_of(problem, of_k, Role::contracted),
                                    in_order_of(problem, operand_d, Role::batch)};
                if (!is_free) orders.k = with_last(std::move(orders.k), carrier);
                const double bytes = bytes_in_place(problem, candidate, orders);
                if (bytes <= most) continue;
                most = bytes;
                best = std::move(orders);
            }
        }
    }
    return best;
}

}  // namespace ttgt
