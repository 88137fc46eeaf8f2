// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "transpose/cuda/plan/kernel_arguments.h"
#include "transpose/transpose_problem.h"

namespace ttgt::cuda {

/// The divisor for a value below 2^31.
constexpr Divisor divide_by(std::int64_t value) {
    return divisor(static_cast<std::uint32_t>(value));
}

/// A loop over the blocks of a mode, or over those of a run.
struct Loop {
    /// Loops are sorted by this number, the smallest first: the mode's stride in the output, or a
    /// negative number for a run.
    std::int64_t key = 0;
    /// Number of steps of the loop.
    std::int64_t extent = 1;
    /// Units of the input from one step to the next.
    std::int64_t in_stride = 0;
    /// Units of the output from one step to the next.
    std::int64_t out_stride = 0;
    /// The run whose blocks the loop counts; null for a loop over a mode.
    FlatRun* run = nullptr;
    /// The partial block of a mode whose blocks are uneven; fill_loops() writes the loop's number
    /// to it. Else null.
    PartialBlock* partial = nullptr;
};

/// The loop over the blocks of `block` units of a mode.
[[nodiscard]] Loop loop_over(const Mode<2>& mode, std::int64_t block);

/// Sorts loops by `key`: tiles go along the output, so that tiles that share a line of the output
/// follow each other soon.
void sort_by_output(std::vector<Loop>& loops);

/// Writes loops to the kernel's arguments: to `loops`, and to the runs and partial blocks that they
/// name. Returns false where the tiles are too many.
[[nodiscard]] bool fill_loops(const std::vector<Loop>& order, TileLoops& loops);

}  // namespace ttgt::cuda
