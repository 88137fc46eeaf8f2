// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/plan/received.h"

#include "src/core/checked.h"

namespace ttgt {

std::int64_t largest_shard(const Placement& placement, const std::vector<std::int64_t>& extents) {
    std::vector<std::int64_t> counts;
    for (std::size_t mode = 0; mode < extents.size(); ++mode) {
        const ModeSpread& spread = placement.modes[mode];
        counts.push_back(
            largest_count(extents[mode], spread.block, ranks_along(placement.grid, spread.axes)));
    }
    return checked_product(counts, "the elements of a rank");
}

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

}  // namespace ttgt
