// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

// What the kernels are told, the pointers and scalars apart; passed by value. C arrays, because the
// members of std::array are host functions. "Elements" are what a kernel moves as one: an element
// of the tensor, or several that stay together.

namespace ttgt::cuda {

/// Division by a constant through a multiplication and a shift, exact for dividends below 2^31.
struct Divisor {
    std::uint32_t value = 1;
    std::uint32_t magic = 1;
    std::uint32_t shift = 0;
};

constexpr Divisor divisor(std::uint32_t value) {
    const auto shift = static_cast<std::uint32_t>(std::bit_width(value - 1));
    const std::uint64_t above = (std::uint64_t{1} << shift) - value;
    return {value, static_cast<std::uint32_t>((above << 32U) / value + 1), shift};
}

inline constexpr std::int64_t vector_bytes = 16;  ///< what a thread moves at most
inline constexpr std::int64_t sector_bytes = 32;  ///< what L2 moves
inline constexpr std::int64_t line_bytes = 128;   ///< what one request asks for at most

inline constexpr std::int64_t word_bytes = 4;  ///< what a bank of shared memory holds

/// Units that are staged as one word; 1 where they fill it.
constexpr int elements_per_word(long unit_bytes) {
    return unit_bytes < word_bytes ? static_cast<int>(word_bytes / unit_bytes) : 1;
}

inline constexpr int copy_threads = 256;
inline constexpr int copy_count = 4;  ///< elements per thread: more of them measured slower
inline constexpr int packed_threads = 256;

inline constexpr int most_loops = 40;  ///< more would need extents whose product exceeds any memory
inline constexpr int most_run_modes = 8;
inline constexpr int most_tile_modes = 16;
inline constexpr int most_cuts = 2;
inline constexpr std::int64_t most_staged_units = 65536;  ///< places in a run are 16 bits

/// A digit of a tile's number.
struct LoopDigit {
    Divisor below;  ///< product of the extents of the faster digits
    Divisor extent;
    std::int64_t in_stride = 0;  ///< elements
    std::int64_t out_stride = 0;
};

/// The loops over tiles that move both arrays by a stride.
struct TileLoops {
    std::uint32_t tiles = 1;
    std::int32_t digits = 0;
    LoopDigit digit[most_loops] = {};
};

/// Elements of the input from its pointer to the first and past the last in memory.
struct Reach {
    std::int64_t begin = 0;
    std::int64_t end = 1;

    constexpr void add(std::int64_t extent, std::int64_t stride) {
        const std::int64_t last = (extent - 1) * stride;
        (last < 0 ? begin : end) += last;
    }
};

/// Minor modes of one array, merged to one run that is contiguous there and cut into blocks.
struct FlatRun {
    struct Part {
        Divisor extent;
        std::int64_t cross_stride = 0;  ///< elements of the other array
    };
    std::int32_t modes = 0;
    Part mode[most_run_modes] = {};  ///< fastest first
    std::int32_t extent = 1;
    std::int32_t block = 1;
    Divisor below;   ///< tiles before the number of the block changes
    Divisor blocks;  ///< of the run
};

/// Runs of the output whose first mode is contiguous in the input too. A block of threads writes
/// one block of the run, moved down to the next multiple of mask + 1 elements in memory.
struct CopyArguments {
    FlatRun run;
    std::int32_t mask = 0;
    std::int32_t rows = 1;  ///< pieces that are contiguous in the input, at most, in a block
    TileLoops loops;
};

/// A run of the input against a run of the output that has no mode of it. A tile is a block of
/// each; every row of the output starts at a multiple of mask + 1 elements in memory, up to mask
/// before its block.
struct TiledArguments {
    FlatRun input;
    FlatRun output;
    std::int32_t mask = 0;
    std::int32_t stage_offset = 0;  ///< bytes of the tables that precede the staged tile
    Reach reach;
    bool adjoins = false;      ///< a tile's columns follow each other in the output;
    Divisor column;            ///< then their extent
    bool whole_lines = false;  ///< another tile soon reads what this one leaves of a line
    TileLoops loops;
};

/// Units of an output's row that a thread of the packed kernel stores at once. Fewer where they are
/// short: longer vectors would lead the lanes to few banks.
constexpr int packed_store_vector(long unit_bytes) {
    return static_cast<int>((unit_bytes < word_bytes ? 2 * word_bytes : vector_bytes) / unit_bytes);
}

/// A digit of the number of a row, or of an element of a run.
struct TileDigit {
    Divisor extent;
    std::int64_t stride = 0;  ///< bytes of the array on this side
    std::int32_t staged = 0;  ///< elements of shared memory
    std::int32_t cut = -1;    ///< the cut that shortens this mode,
    std::uint32_t rest = 0;   ///< to so many
};

struct TileDigits {
    std::int32_t modes = 0;
    TileDigit mode[most_tile_modes] = {};  ///< fastest first
};

/// A mode that the tiles split unevenly: its last block is shorter.
struct Cut {
    std::int32_t loop = -1;    ///< the loop over its blocks
    std::uint32_t last = 0;    ///< number of the last block
    std::int32_t in_run = 0;   ///< elements of a run of the input that are left there,
    std::int32_t out_run = 0;  ///< and of the output
};

/// A tile of any modes: rows that are runs of the input, and rows that are runs of the output.
struct PackedArguments {
    std::int32_t in_rows = 1;
    std::int32_t out_rows = 1;
    std::int32_t in_run = 1;   ///< elements
    std::int32_t out_run = 1;  ///< elements
    std::int32_t pitch = 1;    ///< elements between rows of the input in shared memory
    TileDigits in_row;
    TileDigits out_row;
    TileDigits out_element;
    std::int32_t log2_load_lanes = 5;   ///< threads that share a row of the input,
    std::int32_t log2_store_lanes = 5;  ///< and of the output
    std::int32_t stage_offset = 0;      ///< bytes of the tables that precede the staged tile
    std::int32_t cuts = 0;
    Cut cut[most_cuts] = {};
    std::uint32_t tiles_per_block = 1;  ///< that share its tables
    Reach reach;
    Reach tile_reach;          ///< of a tile, from its first element
    bool whole_lines = false;  ///< another tile soon reads what this one leaves of a line
    TileLoops loops;
};

}  // namespace ttgt::cuda
