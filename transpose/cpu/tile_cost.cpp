// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cpu/tile_cost.h"

#include <algorithm>
#include <limits>

namespace ttgt {
namespace {

/// Nanoseconds of a call of the transpose, beside its tiles.
constexpr double call_ns = 100;

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
    PricedCpuTile cheapest{{}, std::numeric_limits<double>::infinity()};
    for_each_tile(problem, [&](const CpuTile& tile) {
        const double cost = cost_ns(problem, tile);
        if (cost >= cheapest.cost_ns) return;
        cheapest.tile = tile;
        cheapest.cost_ns = cost;
    });
    return cheapest;
}

std::vector<PricedCpuTile> tiles_by_cost(const TransposeProblem& problem) {
    std::vector<PricedCpuTile> tiles;
    for_each_tile(problem, [&](const CpuTile& tile) {
        tiles.push_back({tile, cost_ns(problem, tile)});
    });
    std::stable_sort(tiles.begin(), tiles.end(),
                     [](const auto& a, const auto& b) { return a.cost_ns < b.cost_ns; });
    return tiles;
}

}  // namespace ttgt
