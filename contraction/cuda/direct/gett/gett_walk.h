// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/gett_arguments.h"
#include "contraction/cuda/direct/gett/gett_index.h"

namespace ttgt::cuda {

[[nodiscard]] int floor_log2(std::int64_t size);
/// Bits that count the indices of a tile.
[[nodiscard]] int bits_of_tile(std::int64_t size);

/// Bits of the index of the group that threads run along first.
struct BitRange {
    int begin = 0;
    int end = 0;
};
/// The bits of a tile's index that a run covers, at most `longest` elements of it.
[[nodiscard]] BitRange bits_of(const IndexRun& run, int tile_bits, std::int64_t longest);

/// Through D's tile: first the bits of the run, from the vector's on; then the whole other group;
/// then the rest.
[[nodiscard]] TileWalk store_walk(bool along_rows, int fast_bits, int other_bits, BitRange run,
                                  int vector_bits);
/// Through an input's tile: first the run, in the end rows (columns): each thread has one inner
/// position.
[[nodiscard]] TileWalk stage_walk(bool along_free, int free_bits, int inner_bits, BitRange run,
                                  int vector_bits, int thread_bits);

}  // namespace ttgt::cuda
