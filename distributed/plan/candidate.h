// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "distributed/placement/pieces.h"
#include "distributed/plan/distributed_problem.h"

namespace ttgt {

/// Who multiplies. local: each rank alone. scalapack: the ranks of a grid together.
enum class Engine : std::uint8_t { local, scalapack };

/// One axis of a candidate's grid of ranks, and the label whose indices are distributed along it.
struct GridAxis {
    int ranks = 1;           ///< number of ranks along the axis
    int label = -1;          ///< index into DistributedProblem::labels; -1: all ranks do the same
    std::int64_t block = 1;  ///< indices of the label in one block of the distribution

    friend bool operator==(const GridAxis&, const GridAxis&) = default;
};

/// One way to distribute the arithmetic over ranks, with its predicted times. It is the same on all
/// ranks.
///
/// Engine::local: an operand is distributed along the axes of its own labels and replicated along
/// all other axes. Along the axes of contracted labels, each rank computes a summand of D.
///
/// Engine::scalapack: the axes of free_l labels are the rows and those of free_r labels the columns
/// of a grid of ranks. There is one such grid for each coordinate on the axes of batch and
/// contracted labels; the axes of contracted labels are called layers. One contracted label, the
/// carrier, is distributed over layers and columns in L, and over layers and rows in R.
struct DistributedCandidate {
    Engine engine = Engine::local;   ///< who multiplies
    std::vector<GridAxis> axes;      ///< the grid of ranks
    int carrier = -1;                ///< only scalapack: index into DistributedProblem::labels
    std::int64_t carrier_block = 1;  ///< only scalapack: indices of the carrier in one block

    std::vector<Placement> work;  ///< where each operand lies while the ranks multiply
    std::vector<int> sum_axes;    ///< axes along which ranks hold summands of D
    std::vector<bool> moves;      ///< for each operand: whether some rank receives elements of it
    /// For each operand: predicted milliseconds to send, pack and locally transpose it.
    std::vector<double> move_ms;
    double product_ms = 0;  ///< predicted milliseconds of the product
    /// Bytes of workspace on the rank that needs most, without staging memory.
    std::int64_t least_bytes = 0;

    /// Predicted milliseconds of a run.
    [[nodiscard]] double total_ms() const;
};

/// The movement of an input from its given placement to Candidate::work, or of the output from
/// Candidate::work to its given placement, as this rank sees it. The strides in Candidate::work are
/// not set: the caller must set them.
[[nodiscard]] Movement movement_of(const DistributedProblem& problem,
                                   const DistributedCandidate& candidate, std::size_t operand);

/// Whether a rank can receive the only input directly into D, without a product. True if some rank
/// receives elements of the input, no label is summed over, both tensors have the same dtype, and
/// the received elements are those of the rank's part of D.
[[nodiscard]] bool arrives_in_output(const DistributedProblem& problem,
                                     const DistributedCandidate& candidate, int rank);

/// Numbers of the grid's axes whose labels have this role.
[[nodiscard]] std::vector<int> axes_of(const DistributedProblem& problem,
                                       const DistributedCandidate& candidate, Role role);
/// The number of ranks along each axis of the grid.
[[nodiscard]] std::vector<int> grid_of(const DistributedCandidate& candidate);

/// Sets `work` and `sum_axes` of a candidate whose other members down to `carrier_block` are set.
void place(const DistributedProblem& problem, DistributedCandidate& candidate);

/// Sets `moves`, `move_ms`, `product_ms` and `least_bytes`. Precondition: place() was called.
void price(const DistributedProblem& problem, const RankRates& rates,
           DistributedCandidate& candidate);

/// Does what price() does, but stops where the candidate is found to take more than `limit_ms`
/// milliseconds. Returns whether it takes no more. Precondition: place() was called.
[[nodiscard]] bool price_within(const DistributedProblem& problem, const RankRates& rates,
                                double limit_ms, DistributedCandidate& candidate);
/// A number of milliseconds that the candidate's price is not below, found without looking at
/// moves.
[[nodiscard]] double least_ms(const DistributedProblem& problem, const RankRates& rates,
                              const DistributedCandidate& candidate);

/// Lists the candidates that are worth pricing, for the engine in the options. place() has been
/// called for each, price() has not. `has_matrix_grids`: whether ScaLAPACK can be used.
[[nodiscard]] std::vector<DistributedCandidate> enumerate(const DistributedProblem& problem,
                                                          const DistributedOptions& options,
                                                          bool has_matrix_grids);

/// The candidate as text, such as "local on a:2 b:2" or "scalapack on rows a:2 columns b:2, k in
/// blocks of 8".
[[nodiscard]] std::string to_string(const DistributedProblem& problem,
                                    const DistributedCandidate& candidate);

}  // namespace ttgt
