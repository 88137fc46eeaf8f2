// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "transpose/cuda/plan/kernel_arguments.h"

// Arguments of the kernels of Direct and Reduce steps, apart from pointers and scalars; passed by
// value. Arrays of three strides or offsets are those of D, L and R, in elements.

namespace ttgt::cuda {

/// Number of modes, or digits of indices, that the arguments of a kernel have room for.
inline constexpr int most_modes = 64;
/// Maximum number of threads of a block.
inline constexpr int direct_threads = 256;
/// Number of threads of a warp.
inline constexpr std::int64_t warp_lanes = 32;
/// Number of units (or elements) that a thread loads before it uses the first one.
inline constexpr int units_together = 4;

/// How the elements of a unit lie in an array. A unit is a few elements that are neighbours along
/// one mode.
enum class Form : std::int32_t {
    /// There is no such input (a sum over one input has no R): every element counts as 1.
    none,
    /// The unit is one element of the array, read for each of its places: the stride is 0.
    same,
    /// The elements are contiguous, and the unit is aligned to its whole size.
    packed,
    /// The elements are InputAccess::step (of D: d_step) elements apart.
    strided,
};

/// How a kernel reads an input.
struct InputAccess {
    /// How the elements of a unit lie in the input.
    Form form = Form::none;
    /// 1 where the input is real and D is complex, else 0.
    std::int32_t is_real = 0;
    /// 1 where the input's elements are conjugated, else 0.
    std::int32_t conjugate = 0;
    /// Elements of the input from one element of a unit to the next.
    std::int64_t step = 0;
};

/// A mode as a digit of a position. A position is a number whose digits are the indices of several
/// modes, the fastest mode first.
struct PositionMode {
    /// Number of values of the digit.
    std::int64_t extent = 1;
    /// Divides a position by `extent`. Not used for the last mode, whose digit is the remaining
    /// quotient, nor where positions reach 2^31.
    Divisor divide;
    /// Elements of D, L and R from one value of the digit to the next.
    std::int64_t stride[3] = {};
};

/// Arguments of the elementwise kernel: D(unit) = alpha * L(unit) * R(unit) + beta * D(unit).
struct ElementwiseArguments {
    /// How L is read.
    InputAccess l;
    /// How R is read.
    InputAccess r;
    /// How the elements of a unit lie in D.
    Form d_form = Form::packed;
    /// Number of elements of the last unit where that unit is not whole; 0 where all units are
    /// whole.
    std::int32_t tail = 0;
    /// Elements of D from one element of a unit to the next.
    std::int64_t d_step = 1;
    /// Number of units of D.
    std::int64_t units = 0;
    /// 1 where the numbers of units reach 2^31, else 0.
    std::int32_t is_wide = 0;
    /// Number of entries of `mode` that are used.
    std::int32_t modes = 0;
    /// The modes of D, the fastest mode first. Their indices are the digits of the number of a
    /// unit: a few elements of D that are neighbours along the first mode.
    PositionMode mode[most_modes] = {};
};

/// Arguments of the sum kernel: D(output) = alpha * sum of L(output, position) * R(output,
/// position) + beta * D(output). A block has 2^log2_output_lanes units of outputs; 2^log2_sum_lanes
/// threads share the sum of each.
struct SumArguments {
    /// How L is read.
    InputAccess l;
    /// How R is read.
    InputAccess r;
    /// log2 of the units of outputs that a block has.
    std::int32_t log2_output_lanes = 0;
    /// log2 of the threads that share the sum of a unit of outputs.
    std::int32_t log2_sum_lanes = 0;
    /// 1 where neighbouring threads share a sum; 0 where they have neighbouring outputs.
    std::int32_t sums_are_fastest = 0;
    /// 1 where a unit lies along the first output mode; 0 where it lies along the first mode of the
    /// sum.
    std::int32_t units_of_outputs = 0;
    /// Number of elements of the last unit of a sum where that unit is not whole; 0 where all units
    /// are whole.
    std::int32_t tail = 0;
    /// 1 where the numbers of units reach 2^31, else 0.
    std::int32_t is_wide = 0;
    /// Elements of D from one output of a unit to the next.
    std::int64_t d_step = 0;
    /// Number of units of outputs; where units lie along the sum, outputs.
    std::int64_t output_units = 1;
    /// Number of units of a sum; where units lie along the outputs, terms of a sum.
    std::int64_t sum_units = 1;
    /// Number of units of a sum that one block sums.
    std::int64_t units_per_split = 1;
    /// Number of splits of each sum: parts that different blocks sum.
    Divisor splits;
    /// Elements of D from the sums of one split to those of the next; 0 where there is one split.
    std::int64_t split_stride = 0;
    /// Number of modes of the outputs: the first entries of `mode`.
    std::int32_t output_modes = 0;
    /// Number of modes of the outputs and of the sum together.
    std::int32_t modes = 0;
    /// The digits of an output's number, then those of a position of the sum.
    PositionMode mode[most_modes] = {};
};

/// A mode of the product, cut into chunks. A tile has one chunk of each mode.
struct ChunkedMode {
    /// Number of positions of the mode in a chunk; the last chunk may have fewer.
    Divisor chunk;
    /// Number of chunks of the mode.
    Divisor blocks;
    /// Number of positions of the mode.
    std::int64_t extent = 1;
    /// Elements of D, L and R from one position of the mode to the next.
    std::int64_t stride[3] = {};
};

/// The modes of one role (batch, rows, columns or inner) in a tile. The tile has `size` index
/// tuples of the group. Shared memory has three tables of their offsets, in D, L and R, one after
/// the other. Thread t of a block has the number (t / thread_below) mod thread_extent in the group.
struct TileGroup {
    /// The first of the group's modes in ProductArguments::mode.
    std::int32_t first = 0;
    /// Number of modes of the group.
    std::int32_t modes = 0;
    /// Number of index tuples of the group in a tile.
    std::int32_t size = 1;
    /// Number of entries of one table of offsets.
    std::int32_t pitch = 1;
    /// The first entry of the group's tables in shared memory, counted in 8 bytes.
    std::int32_t table = 0;
    /// Threads from one number of the group to the next.
    Divisor thread_below;
    /// Number of threads along the group.
    Divisor thread_extent;
};

/// How the threads copy a tile of an input to shared memory. The input has modes of three groups:
/// its free group (rows or columns), inner and batch. They are numbered 0, 1, 2 here, the group
/// with the input's smallest stride first. Element i of the tile has the index i mod extent[0] in
/// group 0, (i / extent[0]) mod extent[1] in group 1, and the remaining quotient in group 2.
struct StageOrder {
    /// Number of elements of the tile.
    std::int32_t count = 0;
    /// Number of index tuples of groups 0 and 1 in the tile.
    Divisor extent[2];
    /// For each group, the first entry of its table of offsets in this input.
    std::int32_t table[3] = {};
    /// For each group, 1 where it is the inner group, else 0.
    std::int32_t is_inner[3] = {};
    /// For each group, elements of shared memory from one index tuple to the next.
    std::int32_t pitch[3] = {};
    /// Elements of shared memory from one inner position to the next.
    std::int32_t inner_step = 1;
    /// Elements of shared memory from one index of the batch to the next.
    std::int32_t batch_step = 1;
    /// Bytes of shared memory before the tile.
    std::int32_t offset = 0;
};

/// Arguments of the product kernel: D(row, column) = alpha * sum of L(row, inner) * R(inner,
/// column) + beta * D(row, column) for each index of `batch`. A slice is one chunk of each inner
/// mode.
struct ProductArguments {
    /// How L is read.
    InputAccess l;
    /// How R is read.
    InputAccess r;
    /// The batch modes, which L, R and D have.
    TileGroup batch;
    /// The row modes, which L and D have.
    TileGroup rows;
    /// The column modes, which R and D have.
    TileGroup columns;
    /// The inner modes, which L and R have and which are summed over.
    TileGroup inner;
    /// How tiles of L are copied to shared memory.
    StageOrder stage_l;
    /// How tiles of R are copied to shared memory.
    StageOrder stage_r;
    /// Number of threads of a block.
    std::int32_t threads = direct_threads;
    /// Number of threads of a block that have outputs.
    std::int32_t workers = direct_threads;
    /// Number of slices whose offsets the inner tables hold at a time.
    std::int32_t slices_per_table = 1;
    /// Number of slices of a whole sum.
    std::int64_t slices = 1;
    /// Number of slices that one block sums.
    std::int64_t slices_per_split = 1;
    /// Number of splits of each sum: parts that different blocks sum.
    Divisor splits;
    /// Elements of D from the sums of one split to those of the next; 0 where there is one split.
    std::int64_t split_stride = 0;
    /// Number of modes of D: the first entries of `mode`. A tile's number has the numbers of their
    /// chunks as digits.
    std::int32_t output_modes = 0;
    /// The modes of batch, rows, columns and inner, in this order.
    ChunkedMode mode[most_modes] = {};
};

/// Arguments of the tall kernel: D(row, column) = alpha * sum of tall(row, inner) * small(inner,
/// column) + beta * D(row, column). The tall input is L or R. A block takes tiles of its rows, one
/// row of a tile for each thread, and one chunk of the columns.
struct TallArguments {
    /// How L is read.
    InputAccess l;
    /// How R is read.
    InputAccess r;
    /// 1 where R is the tall input and L the small one; 0 where L is the tall input.
    std::int32_t tall_is_r = 0;
    /// 1 where the numbers of rows reach 2^31, else 0.
    std::int32_t is_wide = 0;
    /// Number of threads of a block. A tile has as many rows, one for each thread.
    std::int32_t threads = direct_threads;
    /// Number of columns of D.
    std::int32_t columns = 1;
    /// Number of inner positions: terms of each sum.
    std::int32_t inner = 1;
    /// Number of tiles of a block; 1 where depth < inner.
    std::int32_t tiles = 1;
    /// Number of inner positions of the small input that are staged at a time.
    std::int32_t depth = 1;
    /// Number of rows of D.
    std::int64_t rows = 1;
    /// Number of chunks of the columns.
    Divisor chunks;
    /// Number of modes of the rows: the first entries of `mode`.
    std::int32_t row_modes = 0;
    /// Number of modes of the columns: the entries of `mode` after those of the rows.
    std::int32_t column_modes = 0;
    /// Number of entries of `mode` that are used: modes of rows, columns and inner positions.
    std::int32_t modes = 0;
    /// The digits of a row's number, then of a column's, then of an inner position's.
    PositionMode mode[most_modes] = {};
};

/// Offset, in elements, of an index that is beyond its mode. Kernels add up to three offsets; a sum
/// with `outside` in it is below lowest_offset.
inline constexpr std::int64_t outside = -(std::int64_t{1} << 60);
/// An element at a sum of offsets up to this value does not exist: `outside` is in the sum.
inline constexpr std::int64_t lowest_offset = -(std::int64_t{1} << 58);
/// Operands that span as many elements or more are refused, so that a sum of three offsets without
/// `outside` is above lowest_offset.
inline constexpr std::int64_t most_span = std::int64_t{1} << 56;

}  // namespace ttgt::cuda
