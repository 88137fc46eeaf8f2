// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/direct_arguments.h"
#include "transpose/cuda/plan/kernel_arguments.h"

// Arguments of the outer kernel, apart from pointers and scalars; passed by value. The fast input
// is the one that has D's fastest mode; the other input is the slow one. Arrays of three strides
// are those of D, the fast input and the slow input, in elements.

namespace ttgt::cuda {

/// Maximum number of modes of outputs and sums together: the arguments of a kernel have 4096 bytes.
inline constexpr int most_outer_modes = 24;
/// Maximum number of threads of a block.
inline constexpr int most_outer_threads = 512;
/// Blocks of most_outer_threads threads that registers allow on a multiprocessor.
inline constexpr int outer_blocks = 2;
/// Number of outputs that a thread computes at a time.
inline constexpr int outer_together = 4;
/// Number of entries that a tile's table of places (see OuterArguments) has before the entry of the
/// tile's first output. Threads count outputs from the beginning of a line of D (128 bytes), which
/// may be up to this many elements before the tile.
inline constexpr int outer_places_before = 64;

/// The kernels, by DirectLaunch::policy. outer_of_runs: tiles of several runs. outer_of_one_run:
/// tiles of one run. steady_outer: tiles of one run whose outputs t, t + threads, ... have the same
/// element of the fast input.
enum OuterPolicy : int { outer_of_runs, outer_of_one_run, steady_outer };

/// A mode and its part of a tile. Modes of sums are in each tile as a whole.
struct OuterMode {
    /// Number of positions of the mode in a tile; the last tile along the mode may have fewer.
    Divisor chunk;
    /// Number of tiles along the mode.
    Divisor blocks;
    /// Number of positions of the mode.
    std::int64_t extent = 1;
    /// Elements of D, the fast and the slow input from one position of the mode to the next.
    std::int64_t stride[3] = {};
    /// A place (see OuterArguments): what one position of the mode adds to it.
    std::uint32_t place = 0;
};

/// How an input's part of a tile is copied to shared memory: an element for each combination of the
/// positions of the input's modes. They are copied in the input's own order.
struct OuterStage {
    /// How the input is read.
    InputAccess access;
    /// Number of elements of the part.
    std::int32_t count = 1;
    /// Bytes of shared memory before the staged elements.
    std::int32_t values = 0;
    /// Bytes of shared memory before a table: for each element its offset in the input, in elements
    /// from the first element of the part.
    std::int32_t offsets = 0;
    /// Bytes of shared memory before a table: for each element the bytes of staged elements before
    /// it.
    std::int32_t places = 0;
    /// Number of modes of the input that have several positions in a tile.
    std::int32_t modes = 0;
    /// The numbers of these modes in OuterArguments::mode, the input's smallest stride first.
    std::int32_t order[most_outer_modes] = {};
};

/// Arguments of the outer kernel: D(output) = alpha * sum of fast(output, inner) * slow(output,
/// inner) + beta * D(output). A tile has a chunk of each output mode, and all inner positions. Its
/// outputs are numbered in the order of D.
///
/// A place says where the two factors of a product are among the staged elements: the lower 16 bits
/// are the bytes before the fast input's element, the upper ones those before the slow input's
/// element. Places of outputs and of inner positions are added.
struct OuterArguments {
    /// How the fast input is staged.
    OuterStage fast;
    /// How the slow input is staged.
    OuterStage slow;
    /// 1 where R is the fast input and L the slow one; 0 where L is the fast input.
    std::int32_t fast_is_r = 0;
    /// Number of threads of a block.
    std::int32_t threads = direct_threads;
    /// Number of outputs of a tile.
    std::int32_t outputs = 1;
    /// Number of runs of a tile: pieces whose outputs are contiguous in D.
    std::int32_t runs = 1;
    /// Number of outputs of a run.
    Divisor run;
    /// Number of modes that a run goes through: the first entries of `mode`.
    std::int32_t run_modes = 0;
    /// Number of inner positions: terms of each sum.
    std::int32_t depth = 1;
    /// Number of tiles of D.
    std::int32_t tiles = 1;
    /// Bytes of shared memory before the place of the first output; outer_places_before entries of
    /// the table lie before it.
    std::int32_t output_places = 0;
    /// Bytes of shared memory before the table of the places of inner positions.
    std::int32_t inner_places = 0;
    /// Number of modes of D: the first entries of `mode`, D's smallest stride first.
    std::int32_t output_modes = 0;
    /// Number of modes of outputs and sums together.
    std::int32_t modes = 0;
    /// The modes of the outputs, then those of the sums.
    OuterMode mode[most_outer_modes] = {};
};

}  // namespace ttgt::cuda
