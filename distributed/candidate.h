// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "distributed/distributed_problem.h"
#include "distributed/pieces.h"

namespace ttgt {

/// What multiplies: each rank alone, or the ranks of a grid together.
enum class Engine : std::uint8_t { local, scalapack };

/// The ranks along one axis of a candidate's grid and the label that is spread over them; -1: they
/// all do the same.
struct GridAxis {
    int ranks = 1;
    int label = -1;
    std::int64_t block = 1;

    friend bool operator==(const GridAxis&, const GridAxis&) = default;
};

/// One way to spread the arithmetic, and what that takes. Depends on nothing that differs between
/// ranks.
///
/// Engine::local: an operand is spread by the axes of its own labels and copied along the others;
/// D has summands along the axes of contracted labels.
/// Engine::scalapack: axes of free_l are rows, of free_r columns of a grid; of batch labels and
/// contracted ones (the layers) several grids. The contracted label `carrier` is spread over layers
/// and columns in L, over layers and rows in R, in blocks of `carrier_block`.
struct DistributedCandidate {
    Engine engine = Engine::local;
    std::vector<GridAxis> axes;
    int carrier = -1;
    std::int64_t carrier_block = 1;

    std::vector<Placement> work;  ///< of each operand while the ranks multiply
    std::vector<int> sum_axes;    ///< of D
    std::vector<bool> moves;      ///< whether some rank receives elements of an operand
    std::vector<double> move_ms;  ///< of each operand: links, packing, local transposes
    double product_ms = 0;
    std::int64_t least_bytes = 0;  ///< of workspace on the rank that holds most, staging excluded

    [[nodiscard]] double total_ms() const;
};

/// How an operand goes to where the candidate multiplies it, or the output from there, on this
/// rank; strides of the place that is the product's are left for the caller to set.
[[nodiscard]] Movement movement_of(const DistributedProblem& problem,
                                   const DistributedCandidate& candidate, std::size_t operand);

/// Whether what a rank receives of the only input goes straight to where its part of D lies: D has
/// the same elements, none is summed, and some rank receives any.
[[nodiscard]] bool goes_straight(const DistributedProblem& problem,
                                 const DistributedCandidate& candidate, int rank);

/// The axes of labels of a role.
[[nodiscard]] std::vector<int> axes_of(const DistributedProblem& problem,
                                       const DistributedCandidate& candidate, Role role);
[[nodiscard]] std::vector<int> grid_of(const DistributedCandidate& candidate);

/// Sets `work` and `sum_axes`.
void place(const DistributedProblem& problem, DistributedCandidate& candidate);

/// Sets `moves`, the times and `least_bytes`.
void price(const DistributedProblem& problem, const RankRates& rates,
           DistributedCandidate& candidate);

/// Every way that is worth a price, by the options' engine: placed, not priced.
[[nodiscard]] std::vector<DistributedCandidate> enumerate(const DistributedProblem& problem,
                                                          const DistributedOptions& options,
                                                          bool has_matrix_grids);

/// "local on a:2 b:2", "scalapack on rows a:2 columns b:2 k in blocks of 8".
[[nodiscard]] std::string to_string(const DistributedProblem& problem,
                                    const DistributedCandidate& candidate);

}  // namespace ttgt
