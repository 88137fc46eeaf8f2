// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "blocks/cuda/pairs/pairs_arguments.h"
#include "blocks/cuda/pairs/pairs_gett.h"
#include "blocks/problem/block_join.h"
#include "blocks/problem/block_shapes.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// A launch of the kernel of pairs without the addresses of tables and blocks.
struct PairsLaunch {
    DType dtype = DType::float64;
    int policy = 0;                ///< below pairs_policy_count
    bool exchanges = false;        ///< the kernel's L is R, and its R is L
    std::vector<PairsTile> tiles;  ///< those that take longest first
    std::vector<PairsOutput> outputs;
    std::vector<PairsTerm> terms;
    std::vector<PairsInput> l;  ///< of all blocks of the operand
    std::vector<PairsInput> r;
    PairsArguments arguments{};  ///< its counts and flags
    PairsStaging staging;        ///< of a tile of a GETT kernel
};

/// What a launch has to do. A step is a slice of a tile: the inner positions that a thread block
/// stages at a time.
struct PairsWork {
    double steps = 0;          ///< of all tiles
    double pairs = 0;          ///< of all tiles: a pair counts for each tile of its block of D
    double tiles = 0;          ///< of all blocks of D
    double longest = 0;        ///< most steps of a tile
    double longest_pairs = 0;  ///< most pairs of a block of D
    double bytes = 0;          ///< of blocks of D, and of inputs that the pair before does not have
};

/// Whether the kernel does products of these operands: two inputs of D's dtype or its real dtype,
/// few labels, no lone ones.
[[nodiscard]] bool suits_pairs(const blocks::BlockProblem& problem);

/// Whether a policy does the products of these operands. Precondition: suits_pairs().
[[nodiscard]] bool has_policy(const blocks::BlockProblem& problem, int policy);

/// For each policy, whether it does the products of a problem.
using PairsPolicies = std::array<bool, pairs_policy_count>;
/// Those of a problem; none unless suits_pairs().
[[nodiscard]] PairsPolicies pairs_policies_of(const blocks::BlockProblem& problem);

/// The work of pairs that are sorted by the block of D, by each of these policies.
[[nodiscard]] std::array<PairsWork, pairs_policy_count> pairs_work(
    const blocks::BlockShapes& shapes, std::span<const blocks::Pair> pairs,
    const PairsPolicies& policies);

/// Predicted milliseconds of work on a device, without the launch.
[[nodiscard]] double pairs_ms(const PairsWork& work, int policy, DType dtype,
                              const Architecture& gpu);

/// The number of the policy with the lowest price, and that price.
struct PairsChoice {
    int policy = 0;
    double ms = 0;
    /// Whether there is so much to do that other ways are faster by far; numbers of a launch may
    /// exceed 31 bits then.
    bool is_too_much = false;
};
[[nodiscard]] PairsChoice choose_pairs(const blocks::BlockShapes& shapes,
                                       std::span<const blocks::Pair> pairs,
                                       const PairsPolicies& policies, const Architecture& gpu);

/// A launch of pairs, of which those of a block of D adjoin. Preconditions: suits_pairs(), and no
/// component has too much to do.
[[nodiscard]] PairsLaunch make_pairs_launch(const blocks::BlockShapes& shapes,
                                            std::span<const blocks::Pair> pairs, int policy);

/// The scalars of a run.
struct PairsScalars {
    Scalar alpha{1.0, 0.0};
    Scalar beta{0.0, 0.0};
};

/// Which kernel is launched, with how many thread blocks.
struct PairsGrid {
    DType dtype = DType::float64;
    int policy = 0;
    std::int64_t tiles = 0;
};

/// Enqueues a launch, whose tables lie on the current device. Throws DeviceError.
void enqueue_pairs(const PairsGrid& grid, const PairsArguments& arguments,
                   const PairsStaging& staging, const PairsScalars& scalars, Stream stream);

}  // namespace ttgt::cuda
