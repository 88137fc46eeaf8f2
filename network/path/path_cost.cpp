// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/path/path_cost.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/core/hash.h"

namespace ttgt::network {
namespace {

constexpr std::size_t known_times = 1U << 12U;

std::size_t hash_of(const StepVolumes& step) {
    std::uint64_t hash = 0;
    for (const double volume : {step.l, step.r, step.d, step.all}) {
        hash = mixed(hash, std::bit_cast<std::uint64_t>(volume));
    }
    return hash % known_times;
}

}  // namespace

double PathCosts::time(const StepVolumes& step) const {
    if (known_times_.empty()) known_times_.resize(known_times);
    KnownTime& known = known_times_[hash_of(step)];
    if (known.step != step) known = {step, time_(step)};
    return known.ms;
}

PathCost PathCosts::of_step(const StepVolumes& step) const {
    switch (minimize_) {
        case Minimize::time:
            return {time(step), step.operations()};
        case Minimize::memory:
            return {step.d, step.operations()};
        case Minimize::flops:
            break;
    }
    return {step.operations(), step.d};
}

PathCost PathCosts::together(const PathCost& a, const PathCost& b) const {
    const bool largest = minimize_ == Minimize::memory;
    return {largest ? std::max(a.first, b.first) : a.first + b.first, a.second + b.second};
}

PathCost PathCosts::of_path(const Network& network, const Path& path) const {
    PathCost sum;
    for (const StepVolumes& step : volumes_along(network, path)) sum = together(sum, of_step(step));
    return sum;
}

}  // namespace ttgt::network
