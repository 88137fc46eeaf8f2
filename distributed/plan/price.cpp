// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Predicts the time of a distributed candidate by the cost model of docs/algorithms/scale_out.md.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "distributed/plan/candidate.h"
#include "distributed/plan/matrix_orders.h"
#include "distributed/plan/received.h"
#include "src/core/checked.h"

namespace ttgt {
namespace {

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

/// The extents of a product on the rank with the largest share.
struct ProductExtents {
    double m = 1;
    double n = 1;
    double k = 1;
    double batch = 1;
};

/// The inner indices of a panel: how PBLAS cuts matrices whose inner index is spread (PILAENV of
/// the reference implementation; MKL and others have numbers of this order).
constexpr double panel_width = 32;

/// Whether the inner index of a ScaLAPACK product lies on several rows or columns of the grid, so
/// that it is done panel by panel. If not, PBLAS sends whole operands and multiplies once.
bool has_panels(const DistributedProblem& problem, const DistributedCandidate& candidate,
                double rows, double columns) {
    const std::int64_t extent = problem.labels[static_cast<std::size_t>(candidate.carrier)].extent;
    const std::int64_t layers =
        ranks_along(grid_of(candidate), axes_of(problem, candidate, Role::contracted));
    return rows * columns > 1 && candidate.carrier_block * layers < extent;
}

/// Seconds that ranks take for a product of matrices beside its arithmetic, as PBLAS does it with
/// each rank's part of D staying where it is (docs/algorithms/scale_out.md).
double seconds_beside_arithmetic(const DistributedProblem& problem, const RankRates& rates,
                                 const DistributedCandidate& candidate, const ProductExtents& of) {
    const std::vector<int> grid = grid_of(candidate);
    const auto along = [&](Role role) {
        return static_cast<double>(ranks_along(grid, axes_of(problem, candidate, role)));
    };
    const double rows = along(Role::free_l);
    const double columns = along(Role::free_r);
    const bool is_cut = has_panels(problem, candidate, rows, columns);
    const double panels = is_cut ? std::ceil(of.k / panel_width) : 1;
    const double l = columns > 1 ? of.m * of.k : 0;  // elements that the ranks of a row share
    const double r = rows > 1 ? of.k * of.n : 0;     // elements that the ranks of a column share
    const double received = l * (1 - 1 / columns) + r * (1 - 1 / rows);
    // Panels of L are columns, which lie as they are sent. Panels of R are rows, which are packed.
    // Operands that are sent whole go through memory that is new to the process.
    const double copied = is_cut ? r : l + 2 * r;
    const double updated = is_cut ? panels * of.m * of.n : 0;  // of D, read and written
    const auto bytes = static_cast<double>(size_bytes(problem.operands[operand_d].dtype));
    const double seconds = bytes * received / rates.link_bytes_per_second +
                           2 * bytes * (copied + updated) / rates.memory_bytes_per_second +
                           2 * panels * (rows + columns - 2) * rates.message_seconds;
    return of.batch * seconds;
}

double price_of_product(const DistributedProblem& problem, const RankRates& rates,
                        const DistributedCandidate& candidate) {
    const auto extent = [&](Role role) { return product_of(problem, candidate, role); };
    const ProductExtents of{extent(Role::free_l), extent(Role::free_r), extent(Role::contracted),
                            extent(Role::batch)};
    const double flops = multiplications(problem) * of.m * of.n * of.k * of.batch;
    double bytes = 0;
    for (std::size_t operand = 0; operand < problem.operands.size(); ++operand) {
        const SpreadOperand& spread = problem.operands[operand];
        bytes += static_cast<double>(largest_shard(candidate.work[operand], spread.extents) *
                                     size_bytes(spread.dtype));
    }
    double seconds =
        std::max(flops / rates.flops_per_second, bytes / rates.memory_bytes_per_second);
    if (candidate.engine == Engine::scalapack) {
        seconds += seconds_beside_arithmetic(problem, rates, candidate, of);
    }
    return 1e3 * seconds;
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
