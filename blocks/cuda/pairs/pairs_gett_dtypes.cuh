// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "blocks/cuda/pairs/pairs_gett_kernel.cuh"

namespace ttgt::cuda {

/// The tiles of GETT kernels, and which of them pairs use, for elements of type T.
template <class T>
struct PairsTilesOf;
template <>
struct PairsTilesOf<double> {
    static constexpr auto& tiles = gett_tiles_float64;
    static constexpr PairsTiles used = pairs_tiles_float64;
};
template <>
struct PairsTilesOf<float> {
    static constexpr auto& tiles = gett_tiles_float32;
    static constexpr PairsTiles used = pairs_tiles_float32;
};
template <>
struct PairsTilesOf<Complex<float>> {
    static constexpr auto& tiles = gett_tiles_complex64;
    static constexpr PairsTiles used = pairs_tiles_complex64;
};
template <>
struct PairsTilesOf<Complex<double>> {
    static constexpr auto& tiles = gett_tiles_complex128;
    static constexpr PairsTiles used = pairs_tiles_complex128;
};

/// Calls visit(Tile{}) with the tile of a policy as a type, a GettTileOf. Precondition: the dtype
/// of T has a tile for the policy.
template <class T, int number = 0, class Visit>
void visit_pairs_tile(int policy, const Visit& visit) {
    using Tiles = PairsTilesOf<T>;
    if constexpr (number < pairs_gett_policies) {
        constexpr int index = Tiles::used[number];
        if (policy != pairs_lane_policies + number) {
            return visit_pairs_tile<T, number + 1>(policy, visit);
        }
        if constexpr (index >= 0) visit(GettTileOf<Tiles::tiles, index>{});
    }
}

}  // namespace ttgt::cuda
