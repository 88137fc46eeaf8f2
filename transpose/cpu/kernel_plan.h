// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "transpose/cpu/tile.h"
#include "transpose/kernel_plan.h"

namespace ttgt {

/// Distances in both arrays, in bytes.
struct ByteOffsets {
    /// Distance in the input, in bytes.
    std::int64_t in = 0;
    /// Distance in the output, in bytes.
    std::int64_t out = 0;
};

/// Whether stores leave the output in the caches (cached), or go to memory without leaving it there
/// (non_temporal).
enum class Stores { cached, non_temporal };

/// How a CPU moves the elements of one TransposeProblem: a tile, the loops over the tiles, and
/// tables of addresses in a tile. Host data only: planning needs no kernel.
///
/// A tile that is cut short in the last mode of its run or of its rows uses the first entries of
/// each table.
struct CpuKernelPlan final : TransposeKernelPlan {
    /// What is moved at a time.
    CpuTile tile;
    /// The loops over the tiles, the first one fastest: over the blocks of modes that the tile does
    /// not take whole, and over modes outside the tile. They are ordered by output stride, apart
    /// from a loop along the input that may come first.
    std::vector<BlockedMode> loops;

    /// For each row of the tile, bytes from the tile's first element to the row's first one.
    std::vector<ByteOffsets> rows;
    /// How many rows follow each other in the input without a gap.
    std::int64_t contiguous_rows = 1;
    /// How many rows follow each other in the output without a gap; 1 where runs are not whole.
    std::int64_t adjoining_rows = 1;
    /// Whether all runs begin with a cache line if the output does.
    bool lines_aligned = false;

    /// For each piece of a run (`piece` elements), bytes in the input from the run's first element
    /// to it.
    std::vector<std::int64_t> run_in;
    /// Number of elements behind the tile that run_in covers, too, so that the last cache line of a
    /// run can be filled.
    std::int64_t run_more = 0;
    /// Number of elements of a run that are contiguous in the input.
    std::int64_t piece = 1;

    /// For each contiguous piece of the input that a tile reads, bytes from the tile's first
    /// element to it.
    std::vector<std::int64_t> in_pieces;
    /// Bytes of each contiguous piece in `in_pieces`.
    std::int64_t in_piece_bytes = 0;
    /// How the output is stored.
    Stores stores = Stores::cached;

    /// Predicted nanoseconds of one core.
    double cost_ns = 0;

    /// Whether several rows are contiguous in the input, so that squares are transposed in
    /// registers.
    [[nodiscard]] bool has_squares() const {
        return tile.method == TransposeMethod::tiled && contiguous_rows > 1;
    }

    [[nodiscard]] double predicted_ms() const override;
    [[nodiscard]] const char* method() const override;
    [[nodiscard]] std::string parameters() const override;
    [[nodiscard]] KernelKey key() const override;
    [[nodiscard]] std::string explain() const override;
};

/// The plan with the cheapest tile, ready to run. Stores are non-temporal where no cache would keep
/// the output. The same problem gives the same plan; only the result is allocated.
[[nodiscard]] CpuKernelPlan plan_transpose_kernel(TransposeProblem problem);
/// The plan with the cheapest tile, without loops and tables of addresses, which take a good part
/// of the time to plan. It has a price, but complete() has to be called before it runs.
[[nodiscard]] CpuKernelPlan price_transpose_kernel(TransposeProblem problem);
/// Adds loops and tables of addresses to a plan of price_transpose_kernel().
[[nodiscard]] CpuKernelPlan complete(CpuKernelPlan priced);
/// The plan with this tile, one of tiles_by_cost(problem); ready to run.
[[nodiscard]] CpuKernelPlan plan_transpose_kernel(TransposeProblem problem, PricedCpuTile tile);
/// The plan with this tile, one of tile_candidates(problem); ready to run.
[[nodiscard]] CpuKernelPlan plan_transpose_kernel(TransposeProblem problem, CpuTile tile);

}  // namespace ttgt
