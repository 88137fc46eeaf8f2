// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace ttgt::tool {

/// Milliseconds that `work()` takes.
template <class Work>
[[nodiscard]] double time_ms(Work&& work) {
    const auto start = std::chrono::steady_clock::now();
    std::forward<Work>(work)();
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - start;
    return taken.count();
}

/// Position of the median, the lower of the two where the count is even. `values` must not be
/// empty.
[[nodiscard]] inline std::size_t median_position(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    return order[(order.size() - 1) / 2];
}

[[nodiscard]] inline double median(const std::vector<double>& values) {
    return values[median_position(values)];
}

/// Median of `repeats` timed calls of `work()` after one that is not timed.
template <class Work>
[[nodiscard]] double median_ms(int repeats, Work&& work) {
    work();
    std::vector<double> times(static_cast<std::size_t>(repeats));
    for (double& time : times) time = time_ms(work);
    return median(times);
}

}  // namespace ttgt::tool
