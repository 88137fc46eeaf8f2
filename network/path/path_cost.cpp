// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/path/path_cost.h"

#include <algorithm>

namespace ttgt::network {

PathCost PathCosts::of_step(const StepVolumes& step) const {
    switch (minimize_) {
        case Minimize::time:
            return {time_(step), step.operations()};
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
