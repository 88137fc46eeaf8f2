// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/gett_tiles.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// How threads touch a tile of an operand: by runs of what lies side by side.
struct TileAccess {
    double runs = 0;
    double sectors = 0;  ///< of 32 bytes, of each run for itself
    double partial = 0;  ///< those of which a run has a part only
};

/// What the cost model counts of a GETT launch.
struct GettWork {
    GettProducts products;
    int tile = 0;           ///< of gett_tiles()
    bool vector_l = false;  ///< copies 16 bytes at a time
    bool vector_r = false;
    bool is_staged = false;
    std::int64_t resident_blocks = 1;  ///< on a multiprocessor
    std::int64_t items = 1;            ///< tiles of all batches and splits
    std::int64_t splits = 1;
    std::int64_t slices = 1;  ///< of an item
    double l_sectors = 0;     ///< of 32 bytes, of a slice of the tile
    double r_sectors = 0;
    TileAccess d;                  ///< writes of a tile
    std::int64_t l_run_bytes = 1;  ///< contiguous ones, of a slice of the tile
    std::int64_t r_run_bytes = 1;
    std::int64_t d_run_bytes = 1;  ///< of the tile
    double l_between = 0;          ///< inner positions from a use of a line to its next use
    double r_between = 0;
    double l_bytes = 0;  ///< distinct ones
    double r_bytes = 0;
    double output_bytes = 0;  ///< of all splits
};

/// Of the launch and, of splits, the reduction after it; the time of launching included.
[[nodiscard]] double predict_us(const GettWork& work, const Architecture& gpu);

}  // namespace ttgt::cuda
