// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "contraction/cuda/generated/generated_problem.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// A label that is gone through by several blocks, `chunk` of it by each.
struct BlockLabel {
    std::size_t label = 0;
    std::int64_t chunk = 1;

    friend bool operator==(const BlockLabel&, const BlockLabel&) = default;
};

/// A label of which each thread computes `count` in registers, as far apart as there are threads
/// along it.
struct TileLabel {
    std::size_t label = 0;
    std::int64_t count = 1;

    friend bool operator==(const TileLabel&, const TileLabel&) = default;
};

/// How a generated kernel cuts its problem up: a variant. Plain data, comparable and printable; it
/// changes speed, never what is computed.
struct GeneratedShape {
    /// The labels that are cut into chunks, one chunk for each block of threads; the slowest first.
    /// Every output has these labels.
    std::vector<BlockLabel> blocks;
    std::vector<std::vector<TileLabel>> tiles;  ///< for each stage, the labels of a thread's tile
    std::vector<char> is_shared;  ///< for each tensor: whether it is read into shared memory first
    int threads = 128;            ///< number of threads of a block
    double predicted_us = 0;      ///< predicted microseconds of a run

    friend bool operator==(const GeneratedShape&, const GeneratedShape&) = default;
};

/// A tensor's part of one block in shared memory.
struct SharedPart {
    bool is_there = false;      ///< whether the tensor has a part in shared memory
    std::int64_t offset = 0;    ///< bytes from the start of the block's shared memory to the part
    std::int64_t elements = 0;  ///< number of elements of the part, padding included
    std::vector<std::int64_t> extents;  ///< for each mode: number of indices that the part has
    std::vector<std::int64_t> strides;  ///< for each mode: stride in shared memory, in elements
    std::vector<std::size_t> order;  ///< numbers of the modes, the smallest stride in memory first
};

/// The launch and the shared memory that follow from a GeneratedShape.
struct GeneratedLayout {
    std::int64_t blocks = 1;        ///< number of blocks of the launch
    std::vector<SharedPart> parts;  ///< for each tensor, its part in shared memory
    std::int64_t shared_bytes = 0;  ///< bytes of shared memory of a block
};

/// Number of indices of a label that a block has: the label's chunk if it is a block label, else
/// its extent.
[[nodiscard]] std::int64_t extent_in_block(const GeneratedProblem& problem,
                                           const GeneratedShape& shape, std::size_t label);
/// The block label of a mode of a tensor that is in one place in all uses; -1 where it is none.
[[nodiscard]] int block_of_mode(const GeneratedProblem& problem, const GeneratedShape& shape,
                                std::size_t tensor, std::size_t mode);
/// Threads' turns of a stage: the elements of a block over those of a thread.
[[nodiscard]] std::int64_t items_of(const GeneratedProblem& problem, const GeneratedShape& shape,
                                    std::size_t stage);
[[nodiscard]] std::int64_t tile_count(const std::vector<TileLabel>& tile, std::size_t label);
[[nodiscard]] GeneratedLayout layout_of(const GeneratedProblem& problem,
                                        const GeneratedShape& shape);

/// The variants that are predicted to be the fastest, first, at most `most`; none where the problem
/// does not fit a block's memory. Deterministic.
[[nodiscard]] std::vector<GeneratedShape> generated_shapes(const GeneratedProblem& problem,
                                                           const Architecture& gpu,
                                                           std::size_t most);

/// "1000 blocks of 128 threads, j:5".
[[nodiscard]] std::string to_string(const GeneratedProblem& problem, const GeneratedShape& shape);

}  // namespace ttgt::cuda
