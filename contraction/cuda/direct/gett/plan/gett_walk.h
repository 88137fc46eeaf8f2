// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "contraction/cuda/direct/gett/plan/gett_arguments.h"
#include "contraction/cuda/direct/gett/plan/gett_index.h"

namespace ttgt::cuda {

/// log2 of a positive number, rounded down.
[[nodiscard]] constexpr int floor_log2(std::int64_t size) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size))) - 1;
}
/// Bits that count `size` indices: log2, rounded up.
[[nodiscard]] constexpr int bits_of_tile(std::int64_t size) { return floor_log2(2 * size - 1); }

/// Whether the walk through a tile that has `size` indices of a group follows a run: where the run
/// begins inside the tile, at a power of two.
[[nodiscard]] bool walk_follows(const IndexRun& run, std::int64_t size);

/// Bits [begin, end) of an index.
struct BitRange {
    /// The lowest bit.
    int begin = 0;
    /// The bit above the highest one.
    int end = 0;
};
/// The bits of an index that a run covers in a tile of `tile_bits` bits: those of at most `longest`
/// elements. Where the walk does not follow the run, the lowest bits.
[[nodiscard]] BitRange bits_of(const IndexRun& run, int tile_bits, std::int64_t longest);

/// The walk through a staged tile of D, whose group of `fast_bits` bits (rows with `along_rows`,
/// else columns) has D's smallest stride. A block has 2^thread_bits threads. The lanes of a warp go
/// along the run, apart from the vector's bits, and where it is short also through the other group.
/// The warps share the other group in parts. A warp then goes on along the run, through its part of
/// the other group, and through the remaining indices of the fast group: what it writes one after
/// the other lies side by side where D allows, and memory gets sectors that runs cut in two sooner
/// in one piece.
[[nodiscard]] TileWalk store_walk(bool along_rows, int fast_bits, int other_bits, BitRange run,
                                  int vector_bits, int thread_bits);
/// The walk through a slice of an input's tile. The input has its smallest stride in the free group
/// with `along_free`, else in the inner group. The lowest bits of a position go along the run,
/// apart from the vector's; the last bits, which count the copies of one thread, go through the
/// free group, so that each thread copies for one inner position. A block has 2^thread_bits
/// threads.
[[nodiscard]] TileWalk stage_walk(bool along_free, int free_bits, int inner_bits, BitRange run,
                                  int vector_bits, int thread_bits);

/// Fills in where the copies of a thread lie, from the stage's walk and strides: the bits of the
/// walk above those of the threads, whose positions are all of the free group. An element has
/// `element_bytes` bytes.
void fill_copies(GettStage& stage, int thread_bits, std::int64_t element_bytes);

}  // namespace ttgt::cuda
