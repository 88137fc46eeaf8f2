// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/fit/least_squares.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace ttgt::tool {
namespace {

using Values = std::vector<double>;
/// By rows.
using ValueRows = std::vector<Values>;

/// Part of the width of a step by which slopes are taken.
constexpr double slope_step = 1e-3;

double dot(const Values& a, const Values& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// The x of matrix * x = right by Cholesky's way, of which the lower triangle is looked at. Returns
/// nothing where the matrix is not positive definite after rounding.
std::optional<Values> cholesky_solution(ValueRows matrix, Values right) {
    const std::size_t size = right.size();
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double rest = matrix[i][j];
            for (std::size_t k = 0; k < j; ++k) rest -= matrix[i][k] * matrix[j][k];
            if (i == j && !(rest > 0)) return std::nullopt;
            matrix[i][j] = i == j ? std::sqrt(rest) : rest / matrix[j][j];
        }
        for (std::size_t k = 0; k < i; ++k) right[i] -= matrix[i][k] * right[k];
        right[i] /= matrix[i][i];
    }
    for (std::size_t i = size; i-- > 0;) {
        for (std::size_t k = i + 1; k < size; ++k) right[i] -= matrix[k][i] * right[k];
        right[i] /= matrix[i][i];
    }
    return right;
}

class LeastSquares {
public:
    explicit LeastSquares(const FittedModel& model) : model_(model), values_(model.values) {
        for (const std::string& name : model.names) bounds_.push_back(bounds_of(name));
        for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = bounded(i, values_[i]);
        misses_ = misses(values_);
    }

    Values run() {
        constexpr int most_rounds = 40;
        constexpr double least_gain = 1e-6;  // of the sum of squares, in a round
        for (int round = 0; round < most_rounds; ++round) {
            const double before = dot(misses_, misses_);
            take_step(before);
            if (before - dot(misses_, misses_) < least_gain * before) break;
        }
        return values_;
    }

private:
    [[nodiscard]] double bounded(std::size_t index, double value) const {
        return std::clamp(value, bounds_[index].low, bounds_[index].high);
    }

    /// Logarithms of predicted over measured time; beyond `far` they grow as the square root.
    [[nodiscard]] Values misses(const Values& values) const {
        constexpr double far = 0.3;
        Values found = model_.predict_us(values);
        for (std::size_t i = 0; i < found.size(); ++i) {
            const double miss = std::log(found[i] / model_.measured_us[i]);
            found[i] = miss * std::sqrt(std::min(1.0, far / std::max(std::abs(miss), 1e-12)));
        }
        return found;
    }

    /// For each value what a move by 1 is: the value, or a little where it is about 0.
    [[nodiscard]] Values steps() const {
        Values steps;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            steps.push_back(
                std::max(std::abs(values_[i]), 1e-3 * std::max(std::abs(model_.values[i]), 1e-3)));
        }
        return steps;
    }

    /// Of each value, the change of all misses for one step.
    [[nodiscard]] ValueRows slopes(const Values& steps) const {
        ValueRows slopes;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            Values moved = values_;
            moved[i] += slope_step * steps[i];
            Values slope = misses(moved);
            for (std::size_t row = 0; row < slope.size(); ++row) {
                slope[row] = (slope[row] - misses_[row]) / slope_step;
            }
            slopes.push_back(std::move(slope));
        }
        return slopes;
    }

    /// Moves the values where that makes the sum of squares less than `before`.
    void take_step(double before) {
        constexpr double most_damping = 1e6;
        const Values step = steps();
        const ValueRows slope = slopes(step);
        ValueRows normal;
        Values gradient;
        for (const Values& each : slope) {
            Values row;
            for (const Values& other : slope) row.push_back(dot(each, other));
            normal.push_back(std::move(row));
            gradient.push_back(-dot(each, misses_));
        }
        while (damping_ < most_damping) {
            const auto move = cholesky_solution(damped(normal), gradient);
            if (move && improves(*move, step, before)) {
                damping_ /= 5;
                return;
            }
            damping_ *= 4;
        }
    }

    [[nodiscard]] ValueRows damped(ValueRows normal) const {
        for (std::size_t i = 0; i < normal.size(); ++i) {
            normal[i][i] += damping_ * (normal[i][i] + 1e-6);
        }
        return normal;
    }

    /// Takes the move where it makes the sum of squares less than `before`.
    bool improves(const Values& move, const Values& step, double before) {
        constexpr double most_move = 0.5;
        Values trial = values_;
        for (std::size_t i = 0; i < trial.size(); ++i) {
            trial[i] = bounded(i, trial[i] + step[i] * std::clamp(move[i], -most_move, most_move));
        }
        Values found = misses(trial);
        if (!(dot(found, found) < before)) return false;
        values_ = std::move(trial);
        misses_ = std::move(found);
        return true;
    }

    const FittedModel& model_;
    std::vector<FitBounds> bounds_;
    Values values_;
    Values misses_;
    double damping_ = 1e-2;
};

}  // namespace

FitBounds bounds_of(std::string_view name) {
    const auto has = [&](std::string_view part) {
        return name.find(part) != std::string_view::npos;
    };
    if (has("overlap")) return {1, 8};
    if (has("blend")) return {1, 10};
    // Of the peak of an H200: cards without tensor cores for float64 reach a hundredth, later ones
    // may do more in a cycle.
    if (has("of_peak")) return {0.005, 2};
    if (has("factor")) return {0.5, 2};
    return {};
}

std::vector<double> fitted_values(const FittedModel& model) { return LeastSquares(model).run(); }

FitError error_of(const FittedModel& model, const std::vector<double>& values) {
    Values misses = model.predict_us(values);
    for (std::size_t i = 0; i < misses.size(); ++i) {
        misses[i] = std::abs(std::log(misses[i] / model.measured_us[i]));
    }
    std::sort(misses.begin(), misses.end());
    const double mean =
        std::accumulate(misses.begin(), misses.end(), 0.0) / static_cast<double>(misses.size());
    const double place = 0.9 * static_cast<double>(misses.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, misses.size() - 1);
    const double part = place - static_cast<double>(below);
    const double high = std::exp(misses[below]) * (1 - part) + std::exp(misses[above]) * part;
    return {std::exp(mean), high};
}

}  // namespace ttgt::tool
