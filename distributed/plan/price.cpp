// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Predicts the time of a distributed candidate by the cost model of docs/algorithms/scale_out.md.
#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "distributed/plan/candidate.h"
#include "distributed/plan/matrix_orders.h"
#include "src/core/checked.h"

namespace ttgt {
namespace {

/// The most ranks that are examined to find the one that receives most elements.
constexpr int sampled_ranks = 64;

std::int64_t largest_shard(const Placement& placement, const std::vector<std::int64_t>& extents) {
    std::vector<std::int64_t> counts;
    for (std::size_t mode = 0; mode < extents.size(); ++mode) {
        const ModeSpread& spread = placement.modes[mode];
        counts.push_back(
            largest_count(extents[mode], spread.block, ranks_along(placement.grid, spread.axes)));
    }
    return checked_product(counts, "the elements of a rank");
}

/// The number of elements that a rank receives from other ranks.
struct Received {
    int rank = 0;
    std::int64_t elements = 0;
};

/// The rank that receives most elements, among `sampled_ranks` ranks. If these receive none, the
/// other ranks are examined too: the result has no elements only if no rank receives any.
Received most_received(const Movement& movement, int ranks) {
    if (movement.from == movement.to && movement.sum_axes.empty()) return {};
    const int step = (ranks + sampled_ranks - 1) / sampled_ranks;
    Received most;
    const auto look_at = [&](int rank) {
        const std::int64_t elements = received_elements(movement, rank);
        if (elements > most.elements) most = {rank, elements};
    };
    for (int rank = 0; rank < ranks; rank += step) look_at(rank);
    for (int rank = 0; rank < ranks && most.elements == 0 && step > 1; ++rank) look_at(rank);
    return most;
}

/// Whether the product can use the operand in place, assuming that every rank's part has no gaps.
/// Ranks do not know each other's strides, and prices must be equal on all ranks.
/// `orders` are those of the matrices, if the product is one of matrices.
bool is_nominally_in_place(const DistributedProblem& problem,
                           const std::optional<MatrixOrders>& orders, std::size_t operand,
                           Movement movement) {
    if (orders && !is_matrix(problem, *orders, operand)) return false;
    if (operand == operand_d && !holds_the_same(movement, 0)) return false;
    movement.from_strides = packed(shard_extents(movement.from, movement.extents, 0)).strides;
    return part_in_place(movement, 0).has_value();
}

/// Whether the messages to a rank need local copies.
struct Packing {
    bool sender = true;    ///< whether the sender packs a message before sending it
    bool receiver = true;  ///< whether the receiver unpacks it
};

/// Whether the first message to `rank` is packed and unpacked, assuming that every rank's part has
/// no gaps.
Packing packing_to(Movement movement, int rank) {
    const Sources sources(movement);
    movement.to_strides = packed(shard_extents(movement.to, movement.extents, rank)).strides;
    const int senders = std::min(ranks_of(movement.from.grid), sampled_ranks);
    for (int sender = 0; sender < senders; ++sender) {
        if (sender == rank || !sources.serves(sender, rank)) continue;
        movement.from_strides =
            packed(shard_extents(movement.from, movement.extents, sender)).strides;
        const std::vector<Piece> pieces = pieces_between(movement, sender, rank);
        if (pieces.empty()) continue;
        return {!lies_packed(pieces, &Piece::from),
                !movement.overwrites || movement.conjugate || !lies_packed(pieces, &Piece::to)};
    }
    return {};
}

/// The number of elements that the rank which receives most copies locally: elements it keeps,
/// packs and unpacks.
std::int64_t copied(const DistributedCandidate& candidate, const Movement& movement,
                    std::int64_t shard, const Received& received) {
    const Packing packing = candidate.engine == Engine::local
                                ? packing_to(movement, received.rank)
                                : Packing{};  // the blocks of a matrix have gaps in memory
    return std::max<std::int64_t>(shard - received.elements, 0) +
           (packing.sender ? received.elements : 0) + (packing.receiver ? received.elements : 0);
}

/// The predicted cost of bringing one operand to the product.
struct Priced {
    double ms = 0;           ///< milliseconds
    std::int64_t bytes = 0;  ///< bytes of workspace
};

Priced price_of_move(const DistributedProblem& problem, const RankRates& rates,
                     const DistributedCandidate& candidate,
                     const std::optional<MatrixOrders>& orders, std::size_t operand,
                     const Received& received) {
    const Movement movement = movement_of(problem, candidate, operand);
    const auto bytes = static_cast<double>(size_bytes(movement.dtype));
    const std::int64_t shard = largest_shard(candidate.work[operand], movement.extents);
    const double shard_bytes = static_cast<double>(shard) * bytes;
    if (received.elements == 0) {
        if (is_nominally_in_place(problem, orders, operand, movement)) return {};
        return {2e3 * shard_bytes / rates.memory_bytes_per_second,
                shard * size_bytes(movement.dtype)};
    }
    const std::int64_t senders =
        std::min<std::int64_t>(problem.ranks - 1, ranks_of(movement.from.grid));
    const double copied_bytes =
        2 * bytes * static_cast<double>(copied(candidate, movement, shard, received));
    const double seconds =
        static_cast<double>(received.elements) * bytes / rates.link_bytes_per_second +
        static_cast<double>(senders) * rates.message_seconds +
        copied_bytes / rates.memory_bytes_per_second;
    return {1e3 * seconds, shard * size_bytes(movement.dtype)};
}

double multiplications(const DistributedProblem& problem) {
    const Problem& global = problem.global;
    const bool any_complex = is_complex(global.dtypes[operand_d]);
    if (problem.operands.size() == 2) return 1;
    return any_complex ? (is_mixed(global) ? 4 : 8) : 2;
}

/// The number of indices of a label on which the rank with the largest share works.
double largest_extent(const DistributedProblem& problem, const DistributedCandidate& candidate,
                      std::size_t label) {
    const std::int64_t extent = problem.labels[label].extent;
    for (const GridAxis& axis : candidate.axes) {
        if (axis.label != static_cast<int>(label)) continue;
        const std::int64_t block =
            candidate.carrier == axis.label ? candidate.carrier_block : axis.block;
        return static_cast<double>(largest_count(extent, block, axis.ranks));
    }
    return static_cast<double>(extent);
}

double product_of(const DistributedProblem& problem, const DistributedCandidate& candidate,
                  Role role) {
    double product = 1;
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        if (problem.labels[label].role == role) {
            product *= largest_extent(problem, candidate, label);
        }
    }
    return product;
}

double price_of_product(const DistributedProblem& problem, const RankRates& rates,
                        const DistributedCandidate& candidate) {
    const double m = product_of(problem, candidate, Role::free_l);
    const double n = product_of(problem, candidate, Role::free_r);
    const double k = product_of(problem, candidate, Role::contracted);
    const double batch = product_of(problem, candidate, Role::batch);
    const double flops = multiplications(problem) * m * n * k * batch;
    const double arithmetic = flops / rates.flops_per_second;
    if (candidate.engine == Engine::local) {
        double bytes = 0;
        for (std::size_t operand = 0; operand < problem.operands.size(); ++operand) {
            const SpreadOperand& of = problem.operands[operand];
            bytes += static_cast<double>(largest_shard(candidate.work[operand], of.extents) *
                                         size_bytes(of.dtype));
        }
        return 1e3 * std::max(arithmetic, bytes / rates.memory_bytes_per_second);
    }
    const std::vector<int> grid = grid_of(candidate);
    const auto rows =
        static_cast<double>(ranks_along(grid, axes_of(problem, candidate, Role::free_l)));
    const auto columns =
        static_cast<double>(ranks_along(grid, axes_of(problem, candidate, Role::free_r)));
    const auto bytes = static_cast<double>(size_bytes(problem.operands[operand_d].dtype));
    const double links = bytes * batch * (m * k * (1 - 1 / columns) + k * n * (1 - 1 / rows));
    const double messages = batch * 2 * (rows + columns - 2);
    return 1e3 *
           (arithmetic + links / rates.link_bytes_per_second + messages * rates.message_seconds);
}

}  // namespace

double least_ms(const DistributedProblem& problem, const RankRates& rates,
                const DistributedCandidate& candidate) {
    // With one input there may be no product (arrives_in_output()).
    return problem.operands.size() < operand_count ? 0
                                                   : price_of_product(problem, rates, candidate);
}

bool price_within(const DistributedProblem& problem, const RankRates& rates, double limit_ms,
                  DistributedCandidate& candidate) {
    candidate.moves.assign(problem.operands.size(), false);
    candidate.move_ms.assign(problem.operands.size(), 0);
    candidate.least_bytes = 0;
    std::vector<Received> received;
    for (std::size_t operand = 0; operand < problem.operands.size(); ++operand) {
        received.push_back(most_received(movement_of(problem, candidate, operand), problem.ranks));
        candidate.moves[operand] = received.back().elements > 0;
    }
    const bool has_product = !arrives_in_output(problem, candidate, 0);
    candidate.product_ms = has_product ? price_of_product(problem, rates, candidate) : 0;
    // `moves` decides the order of labels in the matrices, and this order decides which operands
    // are matrices in place.
    std::optional<MatrixOrders> orders;
    if (candidate.engine == Engine::scalapack) orders = choose_orders(problem, candidate);
    for (std::size_t operand = 0; operand < problem.operands.size(); ++operand) {
        const Priced move =
            price_of_move(problem, rates, candidate, orders, operand, received[operand]);
        candidate.move_ms[operand] = move.ms;
        candidate.least_bytes = checked_add(candidate.least_bytes, move.bytes, "the workspace");
        if (candidate.total_ms() > limit_ms) return false;
    }
    if (!has_product) candidate.least_bytes = 0;  // messages are received into D itself
    return true;
}

void price(const DistributedProblem& problem, const RankRates& rates,
           DistributedCandidate& candidate) {
    (void)price_within(problem, rates, std::numeric_limits<double>::infinity(), candidate);
}

}  // namespace ttgt
