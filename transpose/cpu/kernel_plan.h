// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "transpose/cpu/tile.h"
#include "transpose/kernel_plan.h"

namespace ttgt {

/// Byte distances in both arrays.
struct ByteOffsets {
    std::int64_t in = 0;
    std::int64_t out = 0;
};

/// Whether stores leave the output in the caches or go to memory without them.
enum class Stores { cached, non_temporal };

/// How a CPU moves the elements of one TransposeProblem: a tile, the loops over the tiles, and the
/// tile's addresses as tables. Host data only: planning needs no kernel.
///
/// A tile whose last run or row mode is cut short has the first entries of each table.
struct CpuKernelPlan final : TransposeKernelPlan {
    CpuTile tile;
    /// Over the tiles, in their order: the blocks of the tile's modes that it does not take whole,
    /// and the other modes, by output stride.
    std::vector<BlockedMode> loops;

    std::vector<ByteOffsets> rows;     ///< first element of every row
    std::int64_t contiguous_rows = 1;  ///< so many follow each other without a gap in `in`,
    std::int64_t adjoining_rows = 1;   ///< and, where runs are whole, in `out`
    bool lines_aligned = false;        ///< runs begin with a cache line if `out` does

    std::vector<std::int64_t> run_in;  ///< every `piece` elements of a run, in the input
    std::int64_t run_more = 0;         ///< elements that it has behind the tile, to fill a line
    std::int64_t piece = 1;            ///< elements of a run that are contiguous in the input

    std::vector<std::int64_t> in_pieces;  ///< the contiguous pieces of the input in a tile,
    std::int64_t in_piece_bytes = 0;      ///< and their length
    Stores stores = Stores::cached;

    double cost_ns = 0;

    /// Whether rows are contiguous in the input, to be transposed in squares.
    [[nodiscard]] bool has_squares() const {
        return tile.method == TransposeMethod::tiled && contiguous_rows > 1;
    }

    [[nodiscard]] double predicted_ms() const override;
    [[nodiscard]] const char* method() const override;
    [[nodiscard]] std::string parameters() const override;
    [[nodiscard]] std::string explain() const override;
};

/// Chooses the cheapest tile, and non-temporal stores where no cache would keep the output.
/// Deterministic, allocates only the result.
[[nodiscard]] CpuKernelPlan plan_transpose_kernel(TransposeProblem problem);
/// The same without the tables of addresses, which take a good part of the time to plan; and with
/// them.
[[nodiscard]] CpuKernelPlan price_transpose_kernel(TransposeProblem problem);
[[nodiscard]] CpuKernelPlan complete(CpuKernelPlan priced);
/// The plan with this tile, one of tile_candidates(problem).
[[nodiscard]] CpuKernelPlan plan_transpose_kernel(TransposeProblem problem, PricedCpuTile tile);
[[nodiscard]] CpuKernelPlan plan_transpose_kernel(TransposeProblem problem, CpuTile tile);

}  // namespace ttgt
