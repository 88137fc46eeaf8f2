// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/path.h>

#include <compare>
#include <functional>
#include <limits>
#include <utility>

#include "network/path/network.h"

namespace ttgt::network {

/// What is to be least, and what decides between equals.
struct PathCost {
    double first = 0;
    double second = 0;

    friend auto operator<=>(const PathCost&, const PathCost&) = default;
};
inline constexpr PathCost unbounded{std::numeric_limits<double>::infinity(), 0};

/// What paths cost. Adding a step never makes one cheaper.
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
    Minimize minimize_;
    StepTime time_;
};

}  // namespace ttgt::network
