// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/path.h>

#include <compare>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "network/path/network.h"

namespace ttgt::network {

/// What is to be least, and what decides between equals.
struct PathCost {
    double first = 0;
    double second = 0;

    friend auto operator<=>(const PathCost&, const PathCost&) = default;
};
inline constexpr PathCost unbounded{std::numeric_limits<double>::infinity(), 0};

/// What paths cost. Adding a step never makes one cheaper. For one thread at a time.
class PathCosts {
public:
    /// Milliseconds that a step takes.
    using StepTime = std::function<double(const StepVolumes&)>;

    /// `time` may be empty where time is not minimised.
    explicit PathCosts(Minimize minimize, StepTime time = {})
        : minimize_(minimize), time_(std::move(time)) {}

    [[nodiscard]] PathCost of_step(const StepVolumes& step) const;
    [[nodiscard]] PathCost together(const PathCost& a, const PathCost& b) const;
    [[nodiscard]] PathCost of_path(const Network& network, const Path& path) const;

private:
    struct KnownTime {
        StepVolumes step{0, 0, 0, 0};
        double ms = 0;
    };
    [[nodiscard]] double time(const StepVolumes& step) const;

    Minimize minimize_;
    StepTime time_;
    /// Searches come back to steps of the same volumes again and again. By a hash, the last one.
    mutable std::vector<KnownTime> known_times_;
};

}  // namespace ttgt::network
