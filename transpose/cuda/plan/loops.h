// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "transpose/cuda/plan/kernel_arguments.h"
#include "transpose/transpose_problem.h"

namespace ttgt::cuda {

constexpr Divisor divide_by(std::int64_t value) {
    return divisor(static_cast<std::uint32_t>(value));
}

/// A loop over the blocks of a mode, or over those of a run.
struct Loop {
    std::int64_t key = 0;  ///< smallest first
    std::int64_t extent = 1;
    std::int64_t in_stride = 0;
    std::int64_t out_stride = 0;
    FlatRun* run = nullptr;
    Cut* cut = nullptr;
};

[[nodiscard]] Loop loop_over(const Mode<2>& mode, std::int64_t block);

/// By key: tiles go by output, so that those that share a line of it are met soon after each other.
void sort_by_output(std::vector<Loop>& loops);

/// Fills `loops`, and what runs and cuts need to know of it; false where the tiles are too many.
[[nodiscard]] bool fill_loops(const std::vector<Loop>& order, TileLoops& loops);

}  // namespace ttgt::cuda
