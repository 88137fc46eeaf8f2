// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

// Arguments of the transpose kernels, apart from pointers and scalars; passed by value. They have C
// arrays, because the members of std::array are host functions. An "element" here is what a kernel
// moves as one: an element of the tensor, or several that stay together (a unit).

namespace ttgt::cuda {

/// A constant divisor of numbers n from 0 to 2^31 - 1. A multiplication and a shift give the exact
/// quotient: n / value = (the upper 32 bits of the 64-bit product n * magic, plus n) >> shift.
struct Divisor {
    /// The constant that numbers are divided by.
    std::uint32_t value = 1;
    /// The factor of the multiplication that replaces the division.
    std::uint32_t magic = 1;
    /// The bits of the shift that replaces the division.
    std::uint32_t shift = 0;
};

/// The divisor for a constant.
constexpr Divisor divisor(std::uint32_t value) {
    const auto shift = static_cast<std::uint32_t>(std::bit_width(value - 1));
    const std::uint64_t above = (std::uint64_t{1} << shift) - value;
    return {value, static_cast<std::uint32_t>((above << 32U) / value + 1), shift};
}

/// Maximum number of bytes that a thread moves at once.
inline constexpr std::int64_t vector_bytes = 16;
/// Bytes of a sector, the least that L2 moves.
inline constexpr std::int64_t sector_bytes = 32;
/// Bytes of a line, the most that one request asks for.
inline constexpr std::int64_t line_bytes = 128;

/// Bytes of a word of shared memory. Successive words lie in successive banks.
inline constexpr std::int64_t word_bytes = 4;

/// Number of units that are staged in shared memory as one word; 1 where a unit fills a word.
constexpr int elements_per_word(long unit_bytes) {
    return unit_bytes < word_bytes ? static_cast<int>(word_bytes / unit_bytes) : 1;
}

/// Number of threads of a block of the copy kernel.
inline constexpr int copy_threads = 256;
/// Number of elements of a thread of the copy kernel; more were measured to be slower.
inline constexpr int copy_count = 4;
/// Number of threads of a block of the packed kernel.
inline constexpr int packed_threads = 256;

/// Maximum number of loops over tiles: with more, the product of the extents would exceed any
/// memory.
inline constexpr int most_loops = 40;
/// Maximum number of modes of a FlatRun.
inline constexpr int most_run_modes = 8;
/// Maximum number of modes that a packed tile spans.
inline constexpr int most_tile_modes = 16;
/// Maximum number of modes that the tiles of a packed kernel split unevenly.
inline constexpr int most_partial_blocks = 2;
/// Maximum number of units of shared memory of a packed tile, because places there are kept in 16
/// bits.
inline constexpr std::int64_t most_staged_units = 65536;

/// A digit of a tile's number: the index of one loop over tiles.
struct LoopDigit {
    /// Product of the extents of all faster loops. A tile's number divided by it, modulo `extent`,
    /// is this loop's index.
    Divisor below;
    /// Number of values of the digit.
    Divisor extent;
    /// Elements of the input from one value of the digit to the next.
    std::int64_t in_stride = 0;
    /// Elements of the output from one value of the digit to the next.
    std::int64_t out_stride = 0;
};

/// The loops over tiles that move both arrays by a stride. Loops over blocks of a FlatRun are not
/// among them.
struct TileLoops {
    /// Number of tiles, over all loops.
    std::uint32_t tiles = 1;
    /// Number of entries of `digit` that are used.
    std::int32_t digits = 0;
    /// The loops over tiles, the fastest first.
    LoopDigit digit[most_loops] = {};
};

/// The part of memory that the input occupies, in elements counted from the input's pointer.
struct Reach {
    /// The input's first element in memory: 0, or less where strides are negative.
    std::int64_t begin = 0;
    /// The place behind the input's last element in memory.
    std::int64_t end = 1;

    /// Moves `begin` or `end` to cover one more mode of the input: `extent` indices, each `stride`
    /// elements after the one before.
    constexpr void add(std::int64_t extent, std::int64_t stride) {
        const std::int64_t last = (extent - 1) * stride;
        (last < 0 ? begin : end) += last;
    }
};

/// Minor modes of one array, merged to one run that is contiguous there and cut into blocks.
struct FlatRun {
    /// One mode of a FlatRun.
    struct Part {
        /// Extent of the mode.
        Divisor extent;
        /// Elements of the other array from one index of the mode to the next.
        std::int64_t cross_stride = 0;
    };
    /// Number of modes of the run.
    std::int32_t modes = 0;
    /// The modes, fastest first.
    Part mode[most_run_modes] = {};
    /// Number of elements of the run.
    std::int32_t extent = 1;
    /// Number of elements of a block.
    std::int32_t block = 1;
    /// Tiles from one block of the run to the next.
    Divisor below;
    /// Number of blocks of the run.
    Divisor blocks;
};

/// Arguments of the copy kernel. It moves runs of the output whose first mode is contiguous in the
/// input too; a row is what is contiguous in both. A block of threads writes one block of the run,
/// moved down to the next multiple of mask + 1 elements in memory.
struct CopyArguments {
    /// The run of the output.
    FlatRun run;
    /// Elements of a line less one: each block of threads writes from a multiple of mask + 1
    /// elements on.
    std::int32_t mask = 0;
    /// Maximum number of rows of the input in a block.
    std::int32_t rows = 1;
    /// The loops over tiles outside the run.
    TileLoops loops;
};

/// Arguments of the tiled and the narrow kernel. A tile is a block of a run of the input against a
/// block of a run of the output; the two runs have no mode in common. A column of the tile is
/// contiguous in the output. It is written from a multiple of mask + 1 elements in memory on, up to
/// mask elements before its block.
struct TiledArguments {
    /// The run of the input.
    FlatRun input;
    /// The run of the output.
    FlatRun output;
    /// Number of elements of the output to which columns are aligned in memory, less one.
    std::int32_t mask = 0;
    /// Bytes of shared memory before the staged tile; tables are there.
    std::int32_t stage_offset = 0;
    /// The part of memory that the input occupies.
    Reach reach;
    /// Whether a tile's columns follow each other in the output without a gap (narrow kernel only).
    bool adjoins = false;
    /// Number of elements of a column where `adjoins`.
    Divisor column;
    /// Whether loads fetch whole lines, because another tile soon reads what this tile leaves of a
    /// line.
    bool whole_lines = false;
    /// The loops over tiles outside both runs.
    TileLoops loops;
};

/// Number of units of a row of the output that a thread of the packed kernel stores at once. Short
/// units make shorter vectors, because long ones would lead the lanes to few banks.
constexpr int packed_store_vector(long unit_bytes) {
    return static_cast<int>((unit_bytes < word_bytes ? 2 * word_bytes : vector_bytes) / unit_bytes);
}

/// A digit of a row's number, or of an element's number in a run: the index of one mode of a packed
/// tile.
struct TileDigit {
    /// Number of values of the digit in a whole tile.
    Divisor extent;
    /// Bytes of the array on this side (input or output) from one value of the digit to the next.
    std::int64_t stride = 0;
    /// Elements of shared memory from one value of the digit to the next.
    std::int32_t staged = 0;
    /// The entry of PackedArguments::partial for a mode that the tiles split unevenly; -1 for other
    /// modes.
    std::int32_t partial = -1;
    /// Number of values of the digit in a tile with the last, shorter block of the mode.
    std::uint32_t rest = 0;
};

/// The digits of a row's number, or of an element's number in a run.
struct TileDigits {
    /// Number of entries of `mode` that are used.
    std::int32_t modes = 0;
    /// The digits, fastest first.
    TileDigit mode[most_tile_modes] = {};
};

/// The last, shorter block of a mode that the tiles split unevenly.
struct PartialBlock {
    /// The loop over the mode's blocks: an entry of TileLoops::digit.
    std::int32_t loop = -1;
    /// Number of the last block.
    std::uint32_t last = 0;
    /// Number of elements of a run of the input in the last block.
    std::int32_t in_run = 0;
    /// Number of elements of a run of the output in the last block.
    std::int32_t out_run = 0;
};

/// Arguments of the packed kernel. A tile has blocks of any modes. It is read in rows that are runs
/// of the input, and written in rows that are runs of the output.
struct PackedArguments {
    /// Number of rows of the input in a tile.
    std::int32_t in_rows = 1;
    /// Number of rows of the output in a tile.
    std::int32_t out_rows = 1;
    /// Number of elements of a row of the input.
    std::int32_t in_run = 1;
    /// Number of elements of a row of the output.
    std::int32_t out_run = 1;
    /// Elements of shared memory from one row of the input to the next.
    std::int32_t pitch = 1;
    /// The digits of the number of a row of the input.
    TileDigits in_row;
    /// The digits of the number of a row of the output.
    TileDigits out_row;
    /// The digits of an element's number in a row of the output.
    TileDigits out_element;
    /// log2 of the threads that share a row of the input.
    std::int32_t log2_load_lanes = 5;
    /// log2 of the threads that share a row of the output.
    std::int32_t log2_store_lanes = 5;
    /// Bytes of shared memory before the staged tile; tables are there.
    std::int32_t stage_offset = 0;
    /// Number of entries of `partial` that are used.
    std::int32_t partials = 0;
    /// The modes that the tiles split unevenly.
    PartialBlock partial[most_partial_blocks] = {};
    /// Number of tiles that a block of threads moves with the same tables.
    std::uint32_t tiles_per_block = 1;
    /// The part of memory that the input occupies.
    Reach reach;
    /// The part of memory that a tile occupies in the input, in elements counted from the tile's
    /// first element.
    Reach tile_reach;
    /// Whether loads fetch whole lines, because another tile soon reads what this tile leaves of a
    /// line.
    bool whole_lines = false;
    /// The loops over tiles.
    TileLoops loops;
};

}  // namespace ttgt::cuda
