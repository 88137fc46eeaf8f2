// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/emulated/moduli.h"

// Arguments of the kernels of emulated products, apart from pointers; passed by value. Strides are
// in elements.

namespace ttgt::cuda {

/// Rows of a tile of a real and of a complex operand: as many as fill 32 KiB with integers of 64
/// bits, or with pairs of them, where a tile has 128 inner positions.
inline constexpr int real_tile_rows = 32;
inline constexpr int complex_tile_rows = 16;

/// The most modes of a group of an emulated product.
inline constexpr int most_group_modes = 12;

/// A mode of a group of labels as a digit of a number, which lists the group's index tuples.
struct GroupDigit {
    std::uint32_t extent = 1;
    std::uint32_t place = 0;      ///< what the digit counts for in the group's other numbering
    std::int64_t stride[2] = {};  ///< in the operand, or the two operands, that the kernel reads
};
/// The rows, columns or inner positions of a product, the fastest digit first. Fewer than 2^31.
struct DigitGroup {
    std::int32_t count = 0;  ///< digits that are used
    std::uint32_t size = 1;
    GroupDigit digit[most_group_modes] = {};
};

/// Of a number of a group: the offsets in the operands, and its other number.
struct GroupPosition {
    std::int64_t offset[2] = {};
    std::uint32_t other = 0;
};
TTGT_EMULATED_INLINE GroupPosition position_of(const DigitGroup& group, std::uint32_t number) {
    GroupPosition position;
    for (int d = 0; d < group.count; ++d) {
        const GroupDigit& digit = group.digit[d];
        const std::uint32_t above = d + 1 < group.count ? number / digit.extent : 0;
        const std::uint32_t index = number - above * digit.extent;
        position.offset[0] += static_cast<std::int64_t>(index) * digit.stride[0];
        position.offset[1] += static_cast<std::int64_t>(index) * digit.stride[1];
        position.other += index * digit.place;
        number = above;
    }
    return position;
}

/// An operand as rows of inner positions. Rows are numbered in the order in which they lie in the
/// operand; GroupDigit::place gives the order in D.
struct InputRows {
    DigitGroup rows;
    DigitGroup inner;
    std::int32_t along_inner = 0;  ///< 1 where neighbours in memory are inner positions, else rows
    std::int32_t conjugate = 0;    ///< 1 where the elements are conjugated
};

/// Which products of a batch a kernel serves: blockIdx.y counts them from `first`. The strides of
/// digits are those of the operand that the kernel reads or writes, or of L and R.
struct ItemArguments {
    DigitGroup items;
    std::uint32_t first = 0;
    std::int64_t scratch_bytes = 0;  ///< bytes of scratch memory from one product to the next
};

/// Steps into which a factor of 2 is divided where rows and columns are counted by their norms.
inline constexpr int norm_steps = 32;
/// Rows of doubles are scaled by a power of two times so many eighths or more, below twice as many.
inline constexpr int scale_eighths = 8;

/// What a run decides on the device, for all products that it does at a time. In scratch memory.
/// The first of each pair is of rows of L, the second of columns of R.
struct ProductChoice {
    std::int32_t moduli = 0;          ///< their number, counted from the smallest one
    std::int32_t exceptions[2] = {};  ///< 1 where a row or column is not finite
    std::int32_t eighths[2] = {};     ///< scale_eighths to 2 * scale_eighths - 1
    /// Bits of the smallest mean magnitude over root mean square.
    std::uint32_t flatness[2] = {};
    /// Rows and columns by the fractional part of the binary logarithm of their norm.
    std::uint32_t norms[2][norm_steps] = {};
};
/// What the scaled rows of a side were multiplied by, beside powers of two.
TTGT_EMULATED_INLINE double extra_scale(const ProductChoice& choice, int side) {
    return choice.eighths[side] * (1.0 / scale_eighths);
}

/// Arguments of the kernel that measures the rows of an operand. Block b measures rows of tile
/// b / splits, for the inner positions of part b % splits.
struct MeasureArguments {
    InputRows input;
    std::int32_t side = 0;  ///< 0: rows of L; 1: columns of R
    std::int32_t splits = 1;
    std::uint32_t inner_per_split = 0;
    ItemArguments item;
};

/// Arguments of the kernels that choose the number of moduli and turn sizes of rows into exponents.
struct ExponentArguments {
    std::uint32_t rows[2] = {};  ///< of L, columns of R
    std::int32_t splits[2] = {1, 1};
    std::int32_t kept[2] = {};  ///< 1 where exponents are those of the run before
    double inner = 0;           ///< number of real terms of a sum: twice as many where complex
    /// By number of moduli: the largest norm of scaled rows and columns.
    double most_norm[moduli_choices] = {};
    /// The first number of moduli is taken with which most_norm is at least least_norm and at least
    /// least_norm_by_flatness over the flatness of rows and that of columns.
    double least_norm = 0;
    std::int32_t scales = 0;  ///< 1 where rows are scaled by other factors than powers of two, too
    double least_norm_by_flatness = 0;
    std::int64_t scratch_bytes = 0;  ///< bytes of scratch memory from one product to the next
};

/// Planes are blocks of 128 rows and 128 inner positions, the blocks of the same rows one behind
/// the other. A row of a block has 128 bytes, in units of 16, whose numbers are xored with the
/// row's last three bits: so blocks lie as tensor cores read them from shared memory.
inline constexpr int block_rows = 128;
inline constexpr int block_inner = 128;
inline constexpr std::int64_t block_bytes = std::int64_t{block_rows} * block_inner;
/// Where a row begins in a plane, in its first block.
TTGT_EMULATED_INLINE std::int64_t row_in_plane(std::uint32_t row, std::uint32_t padded_inner) {
    return static_cast<std::int64_t>(row / block_rows) * padded_inner * block_rows +
           static_cast<std::int64_t>(row % block_rows) * block_inner;
}
/// Where an inner position lies behind the beginning of its row of its block.
TTGT_EMULATED_INLINE std::uint32_t place_in_row(std::uint32_t row, std::uint32_t inner) {
    return ((inner / 16) ^ (row & 7U)) * 16 + inner % 16;
}

/// Arguments of the kernel that writes the residues of an operand for the inner positions
/// [first_inner, first_inner + inner_count), with zeros up to padded_inner.
struct ResidueArguments {
    ModuliTable table;
    InputRows input;
    std::uint32_t first_inner = 0;
    std::uint32_t inner_count = 0;
    std::uint32_t padded_inner = 0;
    std::int32_t side = 0;         ///< 0: of rows of L; 1: of columns of R
    std::int64_t plane_bytes = 0;  ///< bytes from one plane to the next
    ItemArguments item;
};

/// Products are tiles of 128 columns and 256 rows of D, the tiles of the same columns one behind
/// the other: remainders as unsigned bytes, in words that hold two columns, eight apart, of two
/// rows.
inline constexpr int product_columns = 128;
inline constexpr int product_rows = 256;
inline constexpr std::int64_t product_bytes = std::int64_t{product_columns} * product_rows;
inline constexpr int product_words = product_columns * product_rows / 4;

/// Arguments of the kernels that multiply planes.
struct ProductsArguments {
    Reduction reductions[most_moduli];
    std::int32_t fewest_moduli = 0;
    std::int32_t parts = 1;          ///< planes of a modulus: 3 where complex
    std::uint32_t row_tiles = 0;     ///< of product_rows
    std::uint32_t column_tiles = 0;  ///< of product_columns; an even number
    std::uint32_t inner_blocks = 0;
    std::uint32_t items = 1;  ///< products of the batch
    std::int64_t plane_bytes_l = 0;
    std::int64_t plane_bytes_r = 0;
    std::int64_t product_plane_bytes = 0;
    std::int64_t scratch_bytes = 0;  ///< bytes of scratch memory from one product to the next
};

/// Arguments of the kernel that turns remainders of products into elements of D, for all rows
/// and the columns [first_column, first_column + column_count).
struct RestoreArguments {
    RemainderTable tables[moduli_choices];  ///< by number of moduli
    DigitGroup rows;                        ///< in the order of D
    DigitGroup columns;                     ///< in the order of D
    std::uint32_t first_column = 0;
    std::uint32_t column_count = 0;
    std::uint32_t row_tiles = 0;
    std::int64_t plane_bytes = 0;  ///< bytes from one plane of products to the next
    ItemArguments item;
};

/// Arguments of the kernel that computes the elements of D whose row or column has an infinite
/// element or one that is not a number. In digits of rows and columns, the first stride is D's, the
/// second that of L or R; in those of inner positions and of `item`, the strides are those of L and
/// R.
struct ExceptionArguments {
    DigitGroup rows;
    DigitGroup columns;
    DigitGroup inner;
    std::int32_t conjugate_l = 0;
    std::int32_t conjugate_r = 0;
    ItemArguments item;
    DigitGroup items_of_d;
};

}  // namespace ttgt::cuda
