// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/cuda/evaluation_source.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "operators/cuda/evaluation_writer.h"
#include "operators/cuda/reduction_bits.h"
#include "operators/cuda/staged_tile.h"
#include "operators/problem/real_values.h"
#include "src/core/counts.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

// Bytes of the widest tensor in a tile: each thread has some loads under way together. Tiles with
// two directions are larger, so that they have long runs along both.
constexpr std::int64_t plain_tile_bytes = 8 * 1024;
constexpr std::int64_t staged_tile_bytes = 16 * 1024;
// Of tiles with three directions: runs of three tensors share them.
constexpr std::int64_t wide_tile_bytes = 32 * 1024;
constexpr std::int64_t reduced_tile_bytes = 16 * 1024;
// Elements of a tile, at most, and those of a thread where tiles are staged: they are in registers.
constexpr std::int64_t most_tile_elements = 4096;
constexpr std::int64_t most_staged_elements = 8192;
constexpr std::int64_t staged_thread_elements = 8;
constexpr int most_threads = 512;
/// Bytes of a run beyond which a longer one is not worth much.
constexpr std::int64_t enough_run_bytes = 512;
constexpr std::int64_t reduced_run_bytes = 256;
/// What every GPU grants a block without asking, less some for the system.
constexpr std::int64_t most_shared_bytes = 47 * 1024;
/// What a tile with three directions takes where the GPU grants it: two blocks fit a
/// multiprocessor.
constexpr std::int64_t most_wide_shared_bytes = 100 * 1024;
// A reduction to so few elements that there are fewer blocks for each multiprocessor than `enough`
// is shared by about `blocks_each`, each of which reduces at least so many tiles.
constexpr std::int64_t enough_blocks_each = 6;
constexpr std::int64_t blocks_each = 16;
/// Parts that a thread of the kernel which joins them reads, at most.
constexpr std::int64_t most_joined = 64;
constexpr std::int64_t least_tiles = 2;
constexpr std::int64_t vector_bytes = 16;  // the widest access of a thread
constexpr std::int64_t sector_bytes = 32;  // of memory that is read or written at once
/// Bytes of a run that is read well enough piece by piece.
constexpr std::int64_t piece_bytes = 64;

std::int64_t size_of(const OperatorProblem& problem, std::size_t use) {
    return size_bytes(problem.uses[use].dtype);
}

/// The use in whose order threads go through a tile: what is written, or the largest that is
/// reduced.
std::size_t main_use(const OperatorProblem& problem) {
    if (problem.reduction == Reduction::none) return 0;
    const std::vector<std::size_t> loads = loads_of(problem.element);
    const auto bytes = [&](std::size_t use) {
        return saturating_product({elements_of(problem, use), size_of(problem, use)});
    };
    const auto largest =
        std::max_element(loads.begin(), loads.end(),
                         [&](std::size_t a, std::size_t b) { return bytes(a) < bytes(b); });
    return largest == loads.end() ? 0 : *largest;
}

/// The widest element of the tensors that count.
std::int64_t widest_bytes(const OperatorProblem& problem) {
    const std::int64_t least = least_large_elements(problem);
    std::int64_t widest = 1;
    for (std::size_t use = 0; use < problem.uses.size(); ++use) {
        if (elements_of(problem, use) >= least) widest = std::max(widest, size_of(problem, use));
    }
    return widest;
}

/// Bytes of a use that follow each other when the tile is gone through in an order.
std::int64_t run_bytes(const OperatorProblem& problem, const OperatorTile& tile,
                       const std::vector<std::size_t>& order, std::size_t use) {
    std::int64_t run = 1;
    for (const std::size_t i : order) {
        const TileMode& each = tile.modes[i];
        const OperatorMode& mode = problem.modes[each.mode];
        if (std::abs(mode.strides[use]) != run) break;
        run *= std::min(each.length, mode.extent);
        if (each.length < mode.extent) break;
    }
    return run * size_of(problem, use);
}

/// Whether a warp that goes through the tile would read the use in pieces, while the tile has modes
/// along which the use lies in one piece.
bool is_worth_staging(const OperatorProblem& problem, const OperatorTile& tile, std::size_t use) {
    if (tile.modes.size() < 2) return false;
    const auto stride_of = [&](std::size_t mode) {
        return std::abs(problem.modes[mode].strides[use]);
    };
    const std::int64_t first = stride_of(tile.modes.front().mode);
    if (first == 0) return false;
    const bool is_across =
        std::any_of(tile.modes.begin() + 1, tile.modes.end(), [&](const TileMode& each) {
            const std::int64_t stride = stride_of(each.mode);
            return stride != 0 && stride < first && each.length > 1;
        });
    if (is_across) return true;
    const std::int64_t run = run_bytes(problem, tile, first_modes(tile.modes.size()), use);
    return run < piece_bytes &&
           run_bytes(problem, tile, reading_order(problem, tile, use), use) >= 2 * run;
}

/// The uses that are worth staging.
std::vector<std::size_t> across(const OperatorProblem& problem, const OperatorTile& tile) {
    const std::int64_t least = most_elements(problem) / smallest_part;
    std::vector<std::size_t> uses;
    for (const std::size_t use : loads_of(problem.element)) {
        if (elements_of(problem, use) >= least && is_worth_staging(problem, tile, use)) {
            uses.push_back(use);
        }
    }
    return uses;
}

std::int64_t bytes_of_staged(const OperatorProblem& problem, const EvaluationLaunch& launch) {
    std::int64_t bytes = 0;
    for (const std::size_t use : launch.staged) bytes += StagedTile(problem, launch, use).bytes();
    return bytes;
}

/// The modes along which the large tensors and the output are fastest, each once.
std::size_t fastest_modes(const OperatorProblem& problem, const EvaluationLaunch& launch) {
    std::vector<std::size_t> modes{0};  // of the tile
    for (const std::size_t use : launch.staged) {
        const std::size_t front = reading_order(problem, launch.tile, use).front();
        if (std::find(modes.begin(), modes.end(), front) == modes.end()) modes.push_back(front);
    }
    return modes.size();
}

/// A tile of at most so many bytes of the widest tensor. Where `are_powers_of_two`, the indices of
/// a thread's elements cost no divisions.
OperatorTile tile_of(const OperatorProblem& problem, std::int64_t bytes, bool are_powers_of_two,
                     std::int64_t most_elements = most_tile_elements) {
    TileWishes wishes;
    wishes.elements = std::min(bytes / widest_bytes(problem), most_elements);
    wishes.are_powers_of_two = are_powers_of_two;
    wishes.multiple = std::max<std::int64_t>(sector_bytes / widest_bytes(problem), 1);
    wishes.run_bytes = problem.reduction == Reduction::none ? enough_run_bytes : reduced_run_bytes;
    wishes.small_run_bytes = piece_bytes;
    OperatorTile tile = choose_tile(problem, wishes);
    std::vector<TileMode> modes;
    for (const std::size_t i : reading_order(problem, tile, main_use(problem))) {
        modes.push_back(tile.modes[i]);
    }
    tile.modes = std::move(modes);
    return tile;
}

/// How many places a tile's lengths make of an element, where its last parts are not full.
double padding(const OperatorProblem& problem, const OperatorTile& tile) {
    double product = 1;
    for (const TileMode& each : tile.modes) {
        const std::int64_t extent = problem.modes[each.mode].extent;
        product *= static_cast<double>(align_up(extent, each.length)) / static_cast<double>(extent);
    }
    return product;
}

/// Lengths that are powers of two where few places stay empty, else equal parts; reductions have no
/// choice.
OperatorTile staged_tile(const OperatorProblem& problem, std::int64_t bytes) {
    constexpr double most_padding = 1.25;
    const bool reduces = problem.reduction != Reduction::none;
    const std::int64_t elements = reduces ? most_tile_elements : most_staged_elements;
    OperatorTile tile = tile_of(problem, bytes, true, elements);
    const bool is_good = padding(problem, tile) <= most_padding;
    return is_good || reduces ? tile : tile_of(problem, bytes, false, elements);
}

/// The most elements of at most 16 bytes that lie in one piece along the mode of the tile, in
/// vectors, so that no thread of the block is without one.
int widest_vector(const OperatorProblem& problem, const EvaluationLaunch& launch, std::size_t use,
                  const TileMode& along, std::int64_t size) {
    const std::int64_t elements = volume(launch.tile, 0, launch.tile.modes.size());
    for (std::int64_t vector = vector_bytes / size; vector > 1; vector /= 2) {
        const bool is_idle = !launch.staged.empty() && elements < vector * launch.threads;
        if (is_idle || along.length % vector != 0) continue;
        if (moves_in_vectors(problem, use, along.mode, vector)) return static_cast<int>(vector);
    }
    return 1;
}

bool is_staged_use(const EvaluationLaunch& launch, std::size_t use) {
    return std::find(launch.staged.begin(), launch.staged.end(), use) != launch.staged.end();
}

/// The elements that a thread takes along the tile's first mode, once the tile is chosen.
void choose_vector(const OperatorProblem& problem, EvaluationLaunch& launch) {
    if (launch.tile.modes.empty()) return;
    launch.vector = widest_vector(problem, launch, main_use(problem), launch.tile.modes.front(),
                                  widest_bytes(problem));
}

void choose_threads(const OperatorProblem& problem, EvaluationLaunch& launch) {
    const std::int64_t elements = volume(launch.tile, 0, launch.tile.modes.size());
    const bool are_many = elements > staged_thread_elements * evaluation_threads;
    const bool reduces = problem.reduction != Reduction::none;
    launch.threads = are_many && !reduces ? most_threads : evaluation_threads;
}

/// The largest tile whose staged parts fit shared memory; where none does, some are not staged.
void choose_tile_and_staged(const OperatorProblem& problem, const GpuLimits& gpu,
                            EvaluationLaunch& launch) {
    const bool reduces = problem.reduction != Reduction::none;
    constexpr std::int64_t smallest_tile_bytes = 4 * 1024;
    launch.tile = tile_of(problem, reduces ? reduced_tile_bytes : plain_tile_bytes, reduces);
    launch.staged = across(problem, launch.tile);
    choose_vector(problem, launch);
    if (launch.staged.empty()) return;
    std::int64_t bytes = staged_tile_bytes;
    std::int64_t most = most_shared_bytes;
    if (fastest_modes(problem, launch) > 2 && !reduces) {
        bytes = wide_tile_bytes;
        most = std::max(most, std::min(most_wide_shared_bytes, gpu.shared_per_block));
    }
    for (; bytes >= smallest_tile_bytes; bytes /= 2) {
        launch.tile = staged_tile(problem, bytes);
        launch.staged = across(problem, launch.tile);
        choose_threads(problem, launch);
        choose_vector(problem, launch);
        if (bytes_of_staged(problem, launch) <= most) break;
    }
    while (bytes_of_staged(problem, launch) > most) launch.staged.pop_back();
    launch.shared_bytes = bytes_of_staged(problem, launch);
}

void set_alignment(const OperatorProblem& problem, EvaluationLaunch& launch) {
    launch.alignment.assign(problem.operands.size(), 1);
    for (std::size_t use = 0; use < problem.uses.size(); ++use) {
        // Results of reductions are written one by one.
        if (use == 0 && problem.reduction != Reduction::none) continue;
        std::int64_t& alignment = launch.alignment[problem.uses[use].operand];
        const int vector = vector_of(problem, launch, launch.vector, use);
        alignment = std::max(alignment, size_of(problem, use) * vector);
        launch.has_vectors = launch.has_vectors || vector > 1;
    }
}

void choose_chunks(const OperatorProblem& problem, int multiprocessors, EvaluationLaunch& launch) {
    const std::int64_t kept = tile_count(problem, launch.tile, false);
    const std::int64_t reduced = tile_count(problem, launch.tile, true);
    const std::int64_t wide_bytes = size_bytes(wide_dtype(problem));
    const std::int64_t wanted = kept >= multiprocessors * enough_blocks_each
                                    ? 1
                                    : divide_up(multiprocessors * blocks_each, kept);
    const std::int64_t kept_elements = kept_volume(launch.tile, problem);
    const std::int64_t joined = most_joined * evaluation_threads / joined_elements(kept_elements);
    launch.chunks = std::clamp<std::int64_t>(reduced / least_tiles, 1, std::min(wanted, joined));
    // No chunk is empty.
    launch.chunks = std::max<std::int64_t>(
        divide_up(reduced, std::max<std::int64_t>(divide_up(reduced, launch.chunks), 1)), 1);
    const ReductionBits bits(problem, launch.tile, launch.vector);
    launch.shared_bytes =
        std::max(launch.shared_bytes, kept_elements * bits.warp_rows() * wide_bytes);
    if (launch.chunks == 1) return;
    launch.join_blocks = kept * (kept_elements / joined_elements(kept_elements));
    launch.join_shared_bytes = evaluation_threads * wide_bytes;
    launch.partial_bytes = kept * launch.chunks * kept_elements * wide_bytes;
}

}  // namespace

bool moves_in_vectors(const OperatorProblem& problem, std::size_t use, std::size_t mode,
                      std::int64_t vector) {
    if (problem.modes[mode].strides[use] != 1) return false;
    for (std::size_t number = 0; number < problem.modes.size(); ++number) {
        const OperatorMode& each = problem.modes[number];
        if ((number == mode ? each.extent : each.strides[use]) % vector != 0) return false;
    }
    return true;
}

int vector_of(const OperatorProblem& problem, const EvaluationLaunch& launch, int vector,
              std::size_t use) {
    const OperatorTile& tile = launch.tile;
    const std::int64_t size = size_of(problem, use);
    if (is_staged_use(launch, use)) {
        const TileMode& front = tile.modes[reading_order(problem, tile, use).front()];
        return widest_vector(problem, launch, use, front, size);
    }
    // A small tensor may have wider elements than those that count.
    if (vector == 1 || vector * size > vector_bytes) return 1;
    const TileMode& first = tile.modes.front();
    const bool moves =
        first.length % vector == 0 && moves_in_vectors(problem, use, first.mode, vector);
    return moves ? vector : 1;
}

EvaluationLaunch write_evaluation(const OperatorProblem& problem, const GpuLimits& gpu) {
    EvaluationLaunch launch;
    choose_tile_and_staged(problem, gpu, launch);
    set_alignment(problem, launch);
    if (problem.reduction != Reduction::none) choose_chunks(problem, gpu.multiprocessors, launch);
    launch.blocks = saturating_product({tile_count(problem, launch.tile, false), launch.chunks});
    if (launch.blocks > std::numeric_limits<std::int32_t>::max()) {
        throw Unsupported(fmt::format("'{}' needs {} blocks, more than a launch can have",
                                      problem.text, launch.blocks));
    }
    EvaluationWriter(problem, launch).write();
    return launch;
}

}  // namespace ttgt::cuda
