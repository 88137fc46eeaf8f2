// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace ttgt::tool {

/// The rise of the straight line through points (x, y), y > 0, that leaves the least sum of squared
/// relative errors of y. Two points of different x at least.
[[nodiscard]] inline double fitted_rise(const std::vector<double>& x,
                                        const std::vector<double>& y) {
    double weights = 0;
    double mean_x = 0;
    double mean_y = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double weight = 1 / (y[i] * y[i]);
        weights += weight;
        mean_x += weight * x[i];
        mean_y += weight * y[i];
    }
    mean_x /= weights;
    mean_y /= weights;
    double products = 0;
    double squares = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double weight = 1 / (y[i] * y[i]);
        products += weight * (x[i] - mean_x) * (y[i] - mean_y);
        squares += weight * (x[i] - mean_x) * (x[i] - mean_x);
    }
    return products / squares;
}

}  // namespace ttgt::tool
