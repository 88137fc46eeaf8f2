// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/cuda/staged_tile.h"

#include <algorithm>

#include <fmt/format.h>

#include "src/core/rounding.h"

namespace ttgt::cuda {

StagedTile::StagedTile(const OperatorProblem& problem, const EvaluationLaunch& launch,
                       std::size_t use)
    : modes_(launch.tile.modes.size()) {
    constexpr std::int64_t bank_bytes = 4;
    constexpr std::int64_t alignment = 16;
    const std::int64_t size = size_bytes(problem.uses[use].dtype);
    if (!modes_.empty()) {
        const std::size_t front = reading_order(problem, launch.tile, use).front();
        modes_.front().every = launch.vector;
        modes_[front].every = std::max<std::int64_t>(
            modes_[front].every, vector_of(problem, launch, launch.vector, use));
    }
    std::int64_t span = 1;
    for (std::size_t i = 0; i < modes_.size(); ++i) {
        Mode& mode = modes_[i];
        // Odd strides keep single elements, and pairs of 2 bytes, apart; gaps of a bank keep
        // longer vectors apart.
        if (i > 0) mode.stride = span | 1;
        if (mode.every * size > bank_bytes && mode.every > 1) {
            mode.gap = std::max<std::int64_t>(bank_bytes / size, 1);
        }
        const std::int64_t length = launch.tile.modes[i].length;
        span = mode.stride * length + length / mode.every * mode.gap;
    }
    bytes_ = align_up(span * size, alignment);
}

std::string StagedTile::index() const {
    std::string sum;
    for (std::size_t i = 0; i < modes_.size(); ++i) {
        const Mode& mode = modes_[i];
        sum += fmt::format("{}t_{} * {}", i == 0 ? "" : " + ", i, mode.stride);
        if (mode.gap != 0) sum += fmt::format(" + t_{} / {} * {}", i, mode.every, mode.gap);
    }
    return sum.empty() ? "0" : sum;
}

}  // namespace ttgt::cuda
