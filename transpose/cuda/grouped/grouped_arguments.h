// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Arguments and tables of the grouped transpose kernel. They have C arrays, because the members of
// std::array are host functions. Strides and offsets are in elements unless they say bytes.

namespace ttgt::cuda {

/// Number of threads of a block of the grouped kernel.
inline constexpr int grouped_threads = 256;
/// Number of elements that a thread loads or stores together.
inline constexpr int grouped_together = 4;
/// Maximum number of modes of an item once adjacent modes are merged.
inline constexpr int most_grouped_modes = 8;
/// Most elements of an item that one warp moves.
inline constexpr std::uint32_t most_small_elements = 512;
/// Number of arrays that items read and write: D, L, R and the workspace.
inline constexpr int grouped_arrays = 4;

/// A mode of a shape, cut into chunks; the last chunk may be shorter.
struct GroupedMode {
    std::int64_t in_stride;
    std::int64_t out_stride;
    std::int32_t extent;
    std::int32_t chunk;   ///< extent of a tile along the mode
    std::uint32_t below;  ///< tiles of the modes before
    std::uint32_t count;  ///< tiles along the mode
};

/// What items of equal extents and strides have in common: how they are cut into tiles. A tile is
/// read along its fast modes of the input and written along its fast modes of the output. A mode
/// may be fast on both sides.
struct GroupedShape {
    GroupedMode mode[most_grouped_modes];        ///< the smallest stride of the input first
    std::uint8_t out_order[most_grouped_modes];  ///< modes, the smallest stride of the output first
    std::int32_t modes;
    std::uint32_t elements;         ///< of an item; more than most_small_elements: any such number
    std::uint32_t in_fast;          ///< bit m is set where a tile is read along mode m first
    std::uint32_t out_fast;         ///< bit m is set where a tile is written along mode m first
    std::uint8_t in_threads_log2;   ///< 2 to this power are the threads that read a run together
    std::uint8_t out_threads_log2;  ///< and those that write one
};

// Bits of what is done with an item's elements.

/// The input counts; else out = beta * out.
inline constexpr std::uint32_t grouped_reads = 1;
/// Elements of the input are conjugated.
inline constexpr std::uint32_t grouped_conjugates = 2;
/// beta counts; else it is 0.
inline constexpr std::uint32_t grouped_adds = 4;

/// A transpose: out = alpha * conj?(perm(in)) + beta * out. Its arrays begin at a block's address
/// and some bytes more.
struct GroupedItem {
    std::uint32_t first_tile;  ///< number of its first tile in the launch
    std::uint32_t shape;
    std::uint32_t
        in_block;  ///< entry of the array's table of addresses; not used for the workspace
    std::uint32_t out_block;
    std::int64_t in_bytes;  ///< added to the block's address
    std::int64_t out_bytes;
    std::uint8_t in_array;  ///< below grouped_arrays
    std::uint8_t out_array;
    std::uint8_t flags;  ///< the bits above
};

/// Entry of a table in shared memory: offset in an array, and place among the staged elements.
struct alignas(8) GroupedPair {
    std::int32_t offset, place;
};

/// Where the blocks of an array lie: `base` and, where there is a table, the entry of the block.
struct GroupedPlaces {
    char* base;
    const std::int64_t* bytes;
};

struct GroupedArguments {
    /// Those that are cut into tiles, behind them one with the number of all tiles, then the small
    /// ones.
    const GroupedItem* items;
    const GroupedShape* shapes;
    const std::uint32_t* tile_items;  ///< the item of each tile
    GroupedPlaces places[grouped_arrays];
    std::uint32_t tiles;  ///< thread blocks with a tile each; the others have small items
    std::uint32_t first_small;
    std::uint32_t small_items;
    std::int32_t in_element_bytes;
    std::int32_t out_element_bytes;
    // Bytes from the begin of shared memory to the tables and to the staged elements. The table of
    // the input's runs is at the begin.
    std::int32_t in_rows;
    std::int32_t out_run;
    std::int32_t out_rows;
    std::int32_t stage;
};

}  // namespace ttgt::cuda
