// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "transpose/cuda/plan/kernel_arguments.h"

// What the kernels of Direct and Reduce are told, the pointers and scalars apart; passed by value.
// Strides are in elements, of D, L and R in this order.

namespace ttgt::cuda {

inline constexpr int most_modes = 64;
inline constexpr int direct_threads = 256;  ///< of a block at most
inline constexpr std::int64_t warp_lanes = 32;
inline constexpr int units_together = 4;  ///< loads under way in a thread

/// How the elements of a unit, a few along one mode, lie in an array.
enum class Form : std::int32_t {
    none,     ///< there is no such input: ones
    same,     ///< one element for all
    packed,   ///< side by side, aligned as one
    strided,  ///< `step` elements apart
};

/// How a kernel reads an input.
struct InputAccess {
    Form form = Form::none;
    std::int32_t is_real = 0;  ///< beside a complex output
    std::int32_t conjugate = 0;
    std::int64_t step = 0;
};

/// A digit of a position, fastest first; the last one needs no division.
struct PositionMode {
    std::int64_t extent = 1;
    Divisor divide;
    std::int64_t stride[3] = {};
};

/// D(unit) = alpha * L(unit) * R(unit) + beta * D(unit).
struct ElementwiseArguments {
    InputAccess l;
    InputAccess r;
    Form d_form = Form::packed;
    std::int32_t tail = 0;  ///< elements of the last unit where it is not whole
    std::int64_t d_step = 1;
    std::int64_t units = 0;
    std::int32_t is_wide = 0;  ///< positions reach 2^31
    std::int32_t modes = 0;
    PositionMode mode[most_modes] = {};
};

/// D(output) = alpha * sum of L(output, position) * R(output, position) + beta * D(output). A block
/// has 2^log2_output_lanes units of outputs; as many threads share the positions of each.
struct SumArguments {
    InputAccess l;
    InputAccess r;
    std::int32_t log2_output_lanes = 0;
    std::int32_t log2_sum_lanes = 0;
    std::int32_t sums_are_fastest = 0;  ///< of the threads' numbers
    std::int32_t units_of_outputs = 0;  ///< a unit lies along the first output mode, else sum mode
    std::int32_t tail = 0;              ///< elements of the last unit of a sum where not whole
    std::int32_t is_wide = 0;           ///< positions reach 2^31
    std::int64_t d_step = 0;            ///< between the outputs of a unit
    std::int64_t output_units = 1;
    std::int64_t sum_units = 1;
    std::int64_t units_per_split = 1;  ///< of a sum: what one block sums
    Divisor splits;
    std::int64_t split_stride = 0;  ///< of D, where the sums of splits are kept apart
    std::int32_t output_modes = 0;  ///< the first ones of `mode`
    std::int32_t modes = 0;
    PositionMode mode[most_modes] = {};
};

/// A mode of the product, cut into chunks; a tile has one chunk of each.
struct ChunkedMode {
    Divisor chunk;
    Divisor blocks;
    std::int64_t extent = 1;
    std::int64_t stride[3] = {};
};

/// Modes of one role. A tile has `size` index tuples of it, numbered by the chunks' digits; their
/// offsets in D, L and R are tables of `pitch` entries each from `table` on.
struct TileGroup {
    std::int32_t first = 0;  ///< of ProductArguments::mode
    std::int32_t modes = 0;
    std::int32_t size = 1;
    std::int32_t pitch = 1;
    std::int32_t table = 0;
    Divisor thread_below;  ///< a thread's number among the group is (t / below) mod extent
    Divisor thread_extent;
};

/// How the threads copy a tile of an input to shared memory: element i of the tile has the digit
/// i mod extent[0] in the group that is fastest in the input, and so on.
struct StageOrder {
    std::int32_t count = 0;
    Divisor extent[2];
    std::int32_t table[3] = {};  ///< of this input, of the three groups that it has modes of
    std::int32_t is_inner[3] = {};
    std::int32_t pitch[3] = {};
    std::int32_t inner_step = 1;  ///< of the staged tile, from one inner position to the next
    std::int32_t batch_step = 1;
    std::int32_t offset = 0;  ///< bytes of shared memory before it
};

/// D(row, column) = alpha * sum of L(row, inner) * R(inner, column) + beta * D(row, column) for
/// each index of `batch`.
struct ProductArguments {
    InputAccess l;
    InputAccess r;
    TileGroup batch;
    TileGroup rows;
    TileGroup columns;
    TileGroup inner;
    StageOrder stage_l;
    StageOrder stage_r;
    std::int32_t threads = direct_threads;
    std::int32_t workers = direct_threads;  ///< threads that have outputs
    std::int32_t slices_per_table = 1;      ///< chunks of the inner modes that the tables hold
    std::int64_t slices = 1;
    std::int64_t slices_per_split = 1;
    Divisor splits;
    std::int64_t split_stride = 0;
    std::int32_t output_modes = 0;  ///< the first ones of `mode`, in the order of tiles
    ChunkedMode mode[most_modes] = {};
};

/// D(row, column) = alpha * sum of tall(row, inner) * small(inner, column) + beta * D(row, column).
/// The tall input is L or R; a block takes a tile of its rows and a chunk of the columns.
struct TallArguments {
    InputAccess l;
    InputAccess r;
    std::int32_t tall_is_r = 0;
    std::int32_t is_wide = 0;  ///< rows reach 2^31
    std::int32_t threads = direct_threads;
    std::int32_t columns = 1;
    std::int32_t inner = 1;
    std::int32_t tiles = 1;  ///< of a block, a row of each for every thread; 1 where depth < inner
    std::int32_t depth = 1;  ///< inner positions that are staged at a time
    std::int64_t rows = 1;
    Divisor chunks;
    std::int32_t row_modes = 0;  ///< the first ones of `mode`, then those of columns, then inner
    std::int32_t column_modes = 0;
    std::int32_t modes = 0;
    PositionMode mode[most_modes] = {};
};

/// An offset that stands for "outside": planners see to it that no other is as low, nor a sum of
/// three that has none of it.
inline constexpr std::int64_t outside = -(std::int64_t{1} << 60);
inline constexpr std::int64_t lowest_offset = -(std::int64_t{1} << 58);
inline constexpr std::int64_t most_span = std::int64_t{1} << 56;

}  // namespace ttgt::cuda
