// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/core/function_ref.h"
#include "transpose/transpose_problem.h"

namespace ttgt {

/// Bytes of a cache line.
inline constexpr std::int64_t cache_line_bytes = 64;
/// Minimum number of bytes of contiguous rows for which squares are written from registers.
inline constexpr std::int64_t least_square_bytes = 32;

/// How the elements of a tile go from the input to the output.
enum class TransposeMethod {
    /// Rows that are long and contiguous on both sides are copied.
    copy,
    /// Rows that are short and contiguous on both sides are gathered to longer runs of the output.
    tiled_copy,
    /// A run of the input against a run of the output, by in-register transposes.
    tiled,
    /// Element by element through a table: for many short modes, or odd strides.
    packed,
};

/// The name of a method: "copy", "tiled_copy", "tiled", "packed".
[[nodiscard]] const char* to_string(TransposeMethod method);
/// Whether the method moves rows that are contiguous in both tensors.
[[nodiscard]] constexpr bool copies_rows(TransposeMethod method) {
    return method == TransposeMethod::copy || method == TransposeMethod::tiled_copy;
}

/// Whether the output is too large to stay in a cache until it is read.
[[nodiscard]] bool exceeds_caches(const TransposeProblem& problem);

/// A mode, and how much of it a tile takes.
struct BlockedMode {
    /// The mode.
    Mode<2> mode;
    /// Number of indices of the mode in a tile.
    std::int64_t block = 1;

    friend bool operator==(const BlockedMode&, const BlockedMode&) = default;
};

/// What is moved at a time: some rows, each of which is a run of the output. The modes of the run
/// are the minor indices of the output, those of the rows the minor indices of the input (Lyakh
/// 2015, section 3); no mode is in both. All modes are whole, apart from the last mode of each.
struct CpuTile {
    /// How the elements are moved.
    TransposeMethod method = TransposeMethod::copy;
    /// The modes of a run, in the order of the output's strides, the fastest mode first. All
    /// elements of a run are evenly spaced in the output, one element or more apart.
    std::vector<BlockedMode> run;
    /// The modes of the rows, by input stride; with the method `tiled`, rows are evenly spaced in
    /// the input.
    std::vector<BlockedMode> rows;

    friend bool operator==(const CpuTile&, const CpuTile&) = default;
};

/// Number of index tuples: the product of the blocks.
[[nodiscard]] std::int64_t elements(const std::vector<BlockedMode>& modes);
/// Whether the last mode goes on behind its block.
[[nodiscard]] bool is_cut(const std::vector<BlockedMode>& modes);
/// How many rows of a tile, counted along its first modes, follow each other `step` elements of
/// `array` apart.
[[nodiscard]] std::int64_t evenly_spaced_rows(const CpuTile& tile, std::size_t array,
                                              std::int64_t step);
/// How many rows of a tile, counted along its first modes, follow each other in the output without
/// a gap; 1 where runs are not whole.
[[nodiscard]] std::int64_t adjoining_rows(const CpuTile& tile);
/// Whether the runs of all tiles begin with a cache line if the output does.
[[nodiscard]] bool runs_begin_with_lines(const TransposeProblem& problem, const CpuTile& tile);
/// Bytes of `array` from a tile's first element to every index tuple of the modes, first mode
/// fastest.
[[nodiscard]] std::vector<std::int64_t> byte_offsets(const std::vector<BlockedMode>& modes,
                                                     std::size_t array, std::int64_t element_bytes);
/// What a tile reads, as contiguous pieces of the input.
struct InputPieces {
    /// The modes that one piece spans, by input stride.
    std::vector<BlockedMode> inside;
    /// The modes that lead from piece to piece, by input stride.
    std::vector<BlockedMode> outside;
};
/// The pieces of the input that a tile reads.
[[nodiscard]] InputPieces input_pieces(const CpuTile& tile);

/// All tiles that may be the best for a problem, at least one, without repetition.
[[nodiscard]] std::vector<CpuTile> tile_candidates(const TransposeProblem& problem);
/// Calls visit(tile) for each tile of tile_candidates(). The tile is valid during the call only.
void for_each_tile(const TransposeProblem& problem, FunctionRef<void(const CpuTile&)> visit);

/// Predicted nanoseconds of one core to move all tiles of a problem.
[[nodiscard]] double cost_ns(const TransposeProblem& problem, const CpuTile& tile);

/// A tile and its predicted cost.
struct PricedCpuTile {
    CpuTile tile;
    /// Predicted nanoseconds of one core to move all tiles of the problem.
    double cost_ns = 0;
};
/// The cheapest of tile_candidates(); of equally cheap tiles, the first.
[[nodiscard]] PricedCpuTile cheapest_tile(const TransposeProblem& problem);
/// All of tile_candidates(), cheapest first; equally cheap tiles keep their order.
[[nodiscard]] std::vector<PricedCpuTile> tiles_by_cost(const TransposeProblem& problem);

/// Blocks of the rows' modes, then of the run's: "32x2/15 rows of 96 elements, 768 bytes".
[[nodiscard]] std::string describe(const CpuTile& tile, std::int64_t element_bytes);

}  // namespace ttgt
