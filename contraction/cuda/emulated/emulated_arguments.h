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

/// Arguments of the kernel that measures the rows of an operand. Block b measures rows of tile
/// b / splits, for the inner positions of part b % splits.
struct MeasureArguments {
    InputRows input;
    std::int32_t splits = 1;
    std::uint32_t inner_per_split = 0;
};

/// Arguments of the kernel that turns sizes of rows into exponents.
struct ExponentArguments {
    std::uint32_t rows[2] = {};  ///< of L, columns of R
    std::int32_t splits[2] = {1, 1};
    double inner = 0;  ///< number of real terms of a sum: twice as many where complex
    double limit = 0;  ///< of row_exponent()
};

/// Arguments of the kernel that writes the residues of an operand for the inner positions
/// [first_inner, first_inner + inner_count), with zeros up to padded_inner.
struct ResidueArguments {
    ModuliTable table;
    InputRows input;
    std::uint32_t first_inner = 0;
    std::uint32_t inner_count = 0;
    std::uint32_t padded_inner = 0;  ///< bytes from one row of a plane to the next
    std::int64_t plane_bytes = 0;    ///< bytes from one plane to the next
};

/// Arguments of the kernel that turns sums of products of residues into elements of D, for all rows
/// and the columns [first_column, first_column + column_count).
struct RestoreArguments {
    ModuliTable table;
    DigitGroup rows;     ///< in the order of D
    DigitGroup columns;  ///< in the order of D
    std::uint32_t first_column = 0;
    std::uint32_t column_count = 0;
    std::int64_t padded_rows = 0;     ///< elements from one column of a plane to the next
    std::int64_t plane_elements = 0;  ///< elements from one plane to the next
};

/// Arguments of the kernel that computes the elements of D whose row or column has an infinite
/// element or one that is not a number. In digits of rows and columns, the first stride is D's, the
/// second that of L or R; in those of inner positions, the strides are those of L and R.
struct ExceptionArguments {
    DigitGroup rows;
    DigitGroup columns;
    DigitGroup inner;
    std::int32_t conjugate_l = 0;
    std::int32_t conjugate_r = 0;
};

}  // namespace ttgt::cuda
