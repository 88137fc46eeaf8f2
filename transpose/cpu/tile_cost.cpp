// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cpu/tile_cost.h"

#include <algorithm>
#include <utility>

namespace ttgt {
namespace {

constexpr double call_ns = 100;

std::vector<PricedCpuTile> priced_tiles(const TransposeProblem& problem) {
    std::vector<CpuTile> tiles = tile_candidates(problem);
    std::vector<PricedCpuTile> priced;
    priced.reserve(tiles.size());
    for (CpuTile& tile : tiles) {
        const double cost = cost_ns(problem, tile);
        priced.push_back({std::move(tile), cost});
    }
    return priced;
}

bool is_cheaper(const PricedCpuTile& a, const PricedCpuTile& b) { return a.cost_ns < b.cost_ns; }

}  // namespace

tile_cost::ContiguousInput tile_cost::contiguous_input(const CpuTile& tile) {
    ContiguousInput contiguous;
    for (bool grows = true; grows;) {
        grows = false;
        for (const auto* part : {&tile.run, &tile.rows}) {
            for (const BlockedMode& blocked : *part) {
                if (blocked.block == 1) continue;
                if (blocked.mode.strides[input] != contiguous.elements) continue;
                contiguous.elements *= blocked.block;
                contiguous.last = &blocked;
                grows = true;
            }
        }
    }
    return contiguous;
}

double cost_ns(const TransposeProblem& problem, const CpuTile& tile) {
    if (problem.empty) return call_ns;
    return call_ns + (exceeds_caches(problem) ? tile_cost::streamed_ns(problem, tile)
                                              : tile_cost::cached_ns(problem, tile));
}

PricedCpuTile cheapest_tile(const TransposeProblem& problem) {
    std::vector<PricedCpuTile> tiles = priced_tiles(problem);
    return std::move(*std::min_element(tiles.begin(), tiles.end(), is_cheaper));
}

std::vector<PricedCpuTile> tiles_by_cost(const TransposeProblem& problem) {
    std::vector<PricedCpuTile> tiles = priced_tiles(problem);
    std::stable_sort(tiles.begin(), tiles.end(), is_cheaper);
    return tiles;
}

}  // namespace ttgt
