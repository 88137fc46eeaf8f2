// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/cuda/evaluation_source.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "operators/cuda/evaluation_writer.h"
#include "operators/problem/real_values.h"
#include "src/core/counts.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

// Elements of a tile: some for each thread, whose loads are under way together.
constexpr std::int64_t tile_elements = 1024;
/// What every GPU grants a block without asking, less some for the system.
constexpr std::int64_t most_shared_bytes = 47 * 1024;
// A reduction to few elements is shared by about so many blocks for each multiprocessor, each of
// which reduces at least so many tiles.
constexpr std::int64_t blocks_each = 8;
constexpr std::int64_t least_tiles = 4;

/// Whether a warp that goes along the tile's first mode would read the use in pieces, while the
/// tile has a mode along which the use lies in one piece.
bool is_worth_staging(const OperatorProblem& problem, const OperatorTile& tile, std::size_t use) {
    if (tile.modes.size() < 2) return false;
    const auto stride_of = [&](std::size_t mode) {
        return std::abs(problem.modes[mode].strides[use]);
    };
    const std::int64_t first = stride_of(tile.modes.front().mode);
    if (first == 0) return false;
    return std::any_of(tile.modes.begin() + 1, tile.modes.end(), [&](const TileMode& each) {
        const std::int64_t stride = stride_of(each.mode);
        return stride != 0 && stride < first && each.length > 1;
    });
}

void choose_staged(const OperatorProblem& problem, EvaluationLaunch& launch) {
    const std::int64_t least = least_large_elements(problem);
    for (const std::size_t use : loads_of(problem.element)) {
        if (elements_of(problem, use) < least) continue;
        if (!is_worth_staging(problem, launch.tile, use)) continue;
        const std::int64_t bytes = staged_bytes(launch.tile, problem.uses[use].dtype);
        if (launch.shared_bytes + bytes > most_shared_bytes) continue;
        launch.staged.push_back(use);
        launch.shared_bytes += bytes;
    }
}

void choose_chunks(const OperatorProblem& problem, int multiprocessors, EvaluationLaunch& launch) {
    const std::int64_t kept = tile_count(problem, launch.tile, false);
    const std::int64_t reduced = tile_count(problem, launch.tile, true);
    const std::int64_t wide_bytes = has_real_sums(problem) ? 8 : 16;
    const std::int64_t wanted = divide_up(multiprocessors * blocks_each, kept);
    launch.chunks = std::clamp<std::int64_t>(reduced / least_tiles, 1, wanted);
    // No chunk is empty.
    launch.chunks = std::max<std::int64_t>(
        divide_up(reduced, std::max<std::int64_t>(divide_up(reduced, launch.chunks), 1)), 1);
    const std::int64_t kept_elements = volume(launch.tile, 0, launch.tile.kept);
    const std::int64_t elements = volume(launch.tile, 0, launch.tile.modes.size());
    launch.shared_bytes = std::max(launch.shared_bytes, elements * wide_bytes);
    if (launch.chunks == 1) return;
    launch.join_blocks = kept;
    launch.join_shared_bytes =
        std::max<std::int64_t>(kept_elements, evaluation_threads) * wide_bytes;
    launch.partial_bytes = kept * launch.chunks * kept_elements * wide_bytes;
}

}  // namespace

EvaluationLaunch write_evaluation(const OperatorProblem& problem, int multiprocessors) {
    EvaluationLaunch launch;
    const bool reduces = problem.reduction != Reduction::none;
    launch.tile = choose_tile(problem, {tile_elements, reduces, 6});
    choose_staged(problem, launch);
    if (reduces) choose_chunks(problem, multiprocessors, launch);
    launch.blocks = saturating_product({tile_count(problem, launch.tile, false), launch.chunks});
    if (launch.blocks > std::numeric_limits<std::int32_t>::max()) {
        throw Unsupported(fmt::format("'{}' needs {} blocks, more than a launch can have",
                                      problem.text, launch.blocks));
    }
    EvaluationWriter(problem, launch).write();
    return launch;
}

}  // namespace ttgt::cuda
