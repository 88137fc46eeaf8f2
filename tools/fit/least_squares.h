// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

#include "tools/fit/fitted_model.h"

namespace ttgt::tool {

/// Launches that a fit needs for each value.
inline constexpr std::size_t fewest_launches = 8;

/// The least and the largest value that a fit may give.
struct FitBounds {
    double low = 0;
    double high = std::numeric_limits<double>::infinity();
};
/// The bounds of a value, which its name tells.
[[nodiscard]] FitBounds bounds_of(std::string_view name);

/// Values that leave the least sum of squared logarithms of predicted over measured time, where far
/// ones count less, as they would in Huber's loss. Starts from the model's values and takes
/// Levenberg's and Marquardt's steps within the bounds; tools/fit/fit.py takes the same. Values
/// that no launch depends on stay.
[[nodiscard]] std::vector<double> fitted_values(const FittedModel& model);

/// How far predictions are off: predicted over measured time or the inverse, the larger one.
struct FitError {
    double mean = 1;  ///< geometric mean of all launches
    double high = 1;  ///< 90th percentile
};
/// The error of the predictions by some values. The model has launches.
[[nodiscard]] FitError error_of(const FittedModel& model, const std::vector<double>& values);

}  // namespace ttgt::tool
