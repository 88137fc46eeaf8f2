// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases/transpose_draws.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>

namespace ttgt::tool {

double product(const Extents& extents) {
    return std::accumulate(
        extents.begin(), extents.end(), 1.0,
        [](double all, std::int64_t extent) { return all * static_cast<double>(extent); });
}

void fit_volume(Extents& extents, double volume, std::int64_t step, std::int64_t least) {
    const auto miss = [&](const Extents& trial) {
        return std::abs(std::log(product(trial) / volume));
    };
    for (;;) {
        Extents best = extents;
        for (std::size_t mode = 0; mode < extents.size(); ++mode) {
            for (const std::int64_t change : {-step, step}) {
                Extents trial = extents;
                trial[mode] = std::max(least, trial[mode] + change);
                if (miss(trial) < miss(best)) best = trial;
            }
        }
        if (best == extents) return;
        extents = best;
    }
}

Extents graded_extents(double volume, int rank, double ratio) {
    std::vector<double> weights(static_cast<std::size_t>(rank));
    for (std::size_t mode = 0; mode < weights.size(); ++mode) {
        weights[mode] = 1 + static_cast<double>(mode) * (ratio - 1) / (rank - 1);
    }
    const double all = std::accumulate(weights.begin(), weights.end(), 1.0, std::multiplies<>());
    const double scale = std::pow(volume / all, 1.0 / rank);
    Extents extents;
    for (const double weight : weights) {
        extents.push_back(std::max<std::int64_t>(smallest_extent, std::llround(scale * weight)));
    }
    fit_volume(extents, volume, 1, smallest_extent);
    return extents;
}

Permutation identity(std::size_t rank) {
    Permutation perm(rank);
    std::iota(perm.begin(), perm.end(), 0);
    return perm;
}

Permutation reversal(std::size_t rank) {
    Permutation perm = identity(rank);
    std::reverse(perm.begin(), perm.end());
    return perm;
}

Permutation random_permutation(std::size_t rank, PortableRandom& random) {
    Permutation perm = identity(rank);
    while (perm == identity(rank)) random.shuffle(perm);
    return perm;
}

double bell(PortableRandom& random) {
    constexpr double range = 18446744073709551616.0;  // 2^64
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.next()) / range;
    return sum;
}

}  // namespace ttgt::tool
