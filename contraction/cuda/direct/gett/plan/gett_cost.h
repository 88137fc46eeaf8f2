// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/plan/gett_tiles.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// How threads touch a tile of an operand. A run is contiguous elements that threads touch
/// together.
struct TileAccess {
    /// Number of runs in the tile.
    double runs = 0;
    /// Number of sectors of 32 bytes that are touched, counted for each run by itself.
    double sectors = 0;
    /// Number of sectors that a run touches in part, counted for each run by itself.
    double partial = 0;
};

/// What the cost model counts of a GETT launch. An item is a tile of D for one split of the sums; a
/// slice is the inner positions that a block stages at a time.
struct GettWork {
    /// Element type of the inputs, and how the elements are multiplied.
    GettProducts products;
    /// The kernel's tile: an index into the list gett_tiles(products).
    int tile = 0;
    /// Whether L is copied 16 bytes at a time; else element by element.
    bool vector_l = false;
    /// Whether R is copied 16 bytes at a time; else element by element.
    bool vector_r = false;
    /// Whether D's tiles are staged in shared memory (GettStore::staged).
    bool is_staged = false;
    /// Number of blocks that are resident on a multiprocessor at a time.
    std::int64_t resident_blocks = 1;
    /// Number of items of the launch: the tiles of D of all batch indices, times the splits.
    std::int64_t items = 1;
    /// Number of splits of each sum.
    std::int64_t splits = 1;
    /// Number of slices of an item.
    std::int64_t slices = 1;
    /// Number of sectors of 32 bytes that a block reads of L for a slice.
    double l_sectors = 0;
    /// Number of sectors of 32 bytes that a block reads of R for a slice.
    double r_sectors = 0;
    /// Runs and sectors of D that the writes of one tile touch.
    TileAccess d;
    /// Length in bytes of the contiguous runs of L that a slice of a tile has.
    std::int64_t l_run_bytes = 1;
    /// Length in bytes of the contiguous runs of R that a slice of a tile has.
    std::int64_t r_run_bytes = 1;
    /// Length in bytes of the contiguous runs of D that a tile has.
    std::int64_t d_run_bytes = 1;
    /// Number of writes to a part of a line of 128 bytes of D whose other parts are written for
    /// other indices of the batch; 0 where each index of the batch has lines of its own.
    double d_line_parts = 0;
    /// Inner positions from a run of L in a slice to the run that continues it in memory; 0 where
    /// inner positions do not continue it.
    double l_between = 0;
    /// Inner positions from a run of R in a slice to the run that continues it in memory; 0 where
    /// inner positions do not continue it.
    double r_between = 0;
    /// Bytes of L, each distinct element counted once.
    double l_bytes = 0;
    /// Bytes of R, each distinct element counted once.
    double r_bytes = 0;
    /// Bytes of D or, where sums are split, of the partial sums of all splits.
    double output_bytes = 0;
};

struct GettRates;

/// Predicted microseconds of a launch by the GPU's rates, the time of launching included. Where
/// sums are split, the split reduction after the launch is included.
[[nodiscard]] double predict_us(const GettWork& work, const Architecture& gpu);
/// Predicted microseconds of a launch as by predict_us(work, gpu) where they are at most `most_us`;
/// else a number between `most_us` and them, which takes less time to compute.
[[nodiscard]] double predict_us(const GettWork& work, const Architecture& gpu, double most_us);
/// Predicted microseconds of a launch as by predict_us(work, gpu), but with the given rates instead
/// of the GPU's. tools/fit varies the rates.
[[nodiscard]] double predict_us(const GettWork& work, const GettRates& rates,
                                const Architecture& gpu);

/// What all choices with one tile and one order of the inputs have in common.
struct GettShare {
    /// Element type of the inputs, and how the elements are multiplied.
    GettProducts products;
    /// The kernel's tile: an index into the list gett_tiles(products).
    int tile = 0;
    /// Number of tiles of D of all batch indices.
    std::int64_t tiles = 1;
    /// Number of slices of a whole sum.
    std::int64_t slices = 1;
    /// Bytes of L and R that the blocks read, without those that sectors have besides.
    double read_bytes = 0;
    /// Bytes of D, L and R, each distinct element counted once.
    double bytes = 0;
};
/// Predicted microseconds that no choice falls below: with copies of 16 bytes, and without stores.
[[nodiscard]] double least_us(const GettShare& share, const Architecture& gpu);

}  // namespace ttgt::cuda
