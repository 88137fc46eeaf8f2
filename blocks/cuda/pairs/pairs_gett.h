// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "blocks/cuda/pairs/pairs_arguments.h"
#include "contraction/cuda/direct/gett/plan/gett_arguments.h"
#include "contraction/cuda/direct/gett/plan/gett_tiles.h"

// Pairs by the tiles of GETT kernels: large ones with tensor cores, for blocks of more than a few
// rows and columns.

namespace ttgt::cuda {

/// Number of policies that are tiles of GETT kernels.
inline constexpr int pairs_gett_policies = 2;
/// Number of all policies.
inline constexpr int pairs_policy_count = pairs_lane_policies + pairs_gett_policies;

/// Tiles of D by their index in gett_tiles(), the largest first; -1: none.
using PairsTiles = std::array<int, pairs_gett_policies>;
inline constexpr PairsTiles pairs_tiles_float64{0, 2};
inline constexpr PairsTiles pairs_tiles_float32{0, 2};
inline constexpr PairsTiles pairs_tiles_complex64{0, 1};
inline constexpr PairsTiles pairs_tiles_complex128{0, 1};
inline constexpr PairsTiles no_pairs_tiles{-1, -1};

/// The tiles for blocks of this dtype.
[[nodiscard]] constexpr const PairsTiles& pairs_tiles(DType dtype) {
    switch (dtype) {
        case DType::float64:
            return pairs_tiles_float64;
        case DType::float32:
            return pairs_tiles_float32;
        case DType::complex64:
            return pairs_tiles_complex64;
        case DType::complex128:
            return pairs_tiles_complex128;
        default:
            return no_pairs_tiles;
    }
}

/// The index in gett_tiles() of a policy's tile; -1 where there is none for the dtype, or the
/// policy is one of pairs_policies.
[[nodiscard]] constexpr int pairs_gett_tile(int policy, DType dtype) {
    if (policy < pairs_lane_policies) return -1;
    return pairs_tiles(dtype)[static_cast<std::size_t>(policy - pairs_lane_policies)];
}

/// How a policy cuts blocks of D and sums.
struct PairsCut {
    int rows;     ///< of a tile
    int columns;  ///< of a tile
    int inners;   ///< inner positions of a step
    int threads;  ///< of a thread block
};
/// Precondition: the policy is one of pairs_policies or has a tile for the dtype.
[[nodiscard]] constexpr PairsCut pairs_cut(int policy, DType dtype) {
    if (policy < pairs_lane_policies) {
        const PairsPolicy& lanes = pairs_policies[policy];
        return {lanes.tile, lanes.tile, lanes.inners, lanes.threads};
    }
    const GettTile& tile = gett_tiles({dtype}).first[pairs_gett_tile(policy, dtype)];
    return {tile.rows, tile.columns, tile.inner, tile.threads()};
}

/// How the tiles of a launch are staged and written: what all of its pairs have in common.
struct PairsStaging {
    GettArguments arguments;        ///< those of stages and stores
    std::int64_t shared_bytes = 0;  ///< dynamic shared memory of a thread block
};
/// Which neighbours of the inputs are closest, and what is conjugated.
struct PairsLayout {
    bool l_is_inner_first = false;  ///< along the inner positions, not along the rows
    bool r_is_inner_first = false;  ///< along the inner positions, not along the columns
    bool conjugates_l = false;
    bool conjugates_r = false;
};
/// The staging of a policy with a tile of a GETT kernel, for blocks at any addresses whose
/// neighbours of D are closest along the rows.
[[nodiscard]] PairsStaging pairs_staging(int policy, DType dtype, const PairsLayout& layout);

}  // namespace ttgt::cuda
