// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/core/function_ref.h"
#include "transpose/transpose_problem.h"

namespace ttgt {

inline constexpr std::int64_t cache_line_bytes = 64;
/// Squares of fewer bytes of rows are not worth writing from registers.
inline constexpr std::int64_t least_square_bytes = 32;

/// How the elements of a tile go from the input to the output.
enum class TransposeMethod {
    copy,        ///< long rows that are contiguous on both sides
    tiled_copy,  ///< short such rows, gathered to longer runs of the output
    tiled,       ///< a run of the input against a run of the output, by in-register transposes
    packed,      ///< element by element through a table: many short modes, or odd strides
};

[[nodiscard]] const char* to_string(TransposeMethod method);
/// Whether what is contiguous in the output is in the input.
[[nodiscard]] constexpr bool copies_rows(TransposeMethod method) {
    return method == TransposeMethod::copy || method == TransposeMethod::tiled_copy;
}

/// Whether the output is too large to stay in a cache until somebody reads it.
[[nodiscard]] bool exceeds_caches(const TransposeProblem& problem);

/// A mode of which a tile takes `block` elements.
struct BlockedMode {
    Mode<2> mode;
    std::int64_t block = 1;

    friend bool operator==(const BlockedMode&, const BlockedMode&) = default;
};

/// What is moved at a time: some rows, each of them a run of the output. The two multi-indices are
/// Lyakh's minor indices of output and input (2015, section 3); a mode stands in one of them at
/// most. All of their modes are whole but for the last of each.
struct CpuTile {
    TransposeMethod method = TransposeMethod::copy;
    std::vector<BlockedMode> run;   ///< fastest output mode first, evenly spaced in the output
    std::vector<BlockedMode> rows;  ///< by input stride; evenly spaced in the input if `tiled`

    friend bool operator==(const CpuTile&, const CpuTile&) = default;
};

[[nodiscard]] std::int64_t elements(const std::vector<BlockedMode>& modes);
/// Whether the last mode goes on behind its block.
[[nodiscard]] bool is_cut(const std::vector<BlockedMode>& modes);
/// Rows, of the first modes, that follow each other `step` elements of `array` apart.
[[nodiscard]] std::int64_t evenly_spaced_rows(const CpuTile& tile, std::size_t array,
                                              std::int64_t step);
/// Rows, of the first modes, whose runs, which are whole, follow each other without a gap in the
/// output.
[[nodiscard]] std::int64_t adjoining_rows(const CpuTile& tile);
/// Whether runs of all tiles begin with a cache line if the output does.
[[nodiscard]] bool runs_begin_with_lines(const TransposeProblem& problem, const CpuTile& tile);
/// Bytes from the tile's first element of `array` to every index tuple, first mode fastest.
[[nodiscard]] std::vector<std::int64_t> byte_offsets(const std::vector<BlockedMode>& modes,
                                                     std::size_t array, std::int64_t element_bytes);
/// What a tile reads, as contiguous pieces of the input: the modes that one piece spans, and those
/// that lead from piece to piece, all by input stride.
struct InputPieces {
    std::vector<BlockedMode> inside;
    std::vector<BlockedMode> outside;
};
[[nodiscard]] InputPieces input_pieces(const CpuTile& tile);

/// Every tile that may be the best for the problem, without repetition; at least one.
[[nodiscard]] std::vector<CpuTile> tile_candidates(const TransposeProblem& problem);
/// The same one after the other, each in the memory of the one before.
void for_each_tile(const TransposeProblem& problem, FunctionRef<void(const CpuTile&)> visit);

/// Expected nanoseconds of one core for all tiles of the problem.
[[nodiscard]] double cost_ns(const TransposeProblem& problem, const CpuTile& tile);

/// A tile, and the cost_ns of it.
struct PricedCpuTile {
    CpuTile tile;
    double cost_ns = 0;
};
/// Of tile_candidates; of equals, the earliest.
[[nodiscard]] PricedCpuTile cheapest_tile(const TransposeProblem& problem);
/// tile_candidates, cheapest first; of equals, the earlier candidate first.
[[nodiscard]] std::vector<PricedCpuTile> tiles_by_cost(const TransposeProblem& problem);

/// "32x2/15 rows of 96 elements, 768 bytes": blocks of the rows' modes, then of the run's.
[[nodiscard]] std::string describe(const CpuTile& tile, std::int64_t element_bytes);

}  // namespace ttgt
