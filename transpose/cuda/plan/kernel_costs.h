// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The costs below are what the parts of each transpose kernel take of a warp: instructions, and
// requests to memory, global and shared. They follow the kernels' loops as compiled for sm_90, and
// were scaled where the model of mwp_cwp.h was fitted to 3800 launches measured on an H200
// (docs/algorithms/mwp_cwp.md). They rank candidates; no result depends on them.

namespace ttgt::cuda {

/// Warp instructions to fill tables of offsets.
struct TableCosts {
    /// Warp instructions to fill 32 entries of a table of rows or columns, without their modes.
    double entry = 12;
    /// Warp instructions to fill 32 entries of a table of rows or columns, for each mode that an
    /// entry sums over.
    double mode = 12;
    /// Warp instructions to fill 32 entries of the packed kernel's table of a run, without their
    /// modes.
    double run_entry = 10;
    /// Warp instructions to fill 32 entries of the packed kernel's table of a run, for each mode of
    /// the run.
    double run_mode = 1.5;
};
inline constexpr TableCosts table_costs;

/// Warp instructions to find a tile.
struct TileCosts {
    /// Warp instructions to find a tile, without those of each warp.
    double block = 120;
    /// Warp instructions to find a tile, for each warp of the block.
    double warp = 10;
};
inline constexpr TileCosts tile_costs;

/// What copy_kernel takes of a warp for 32 units.
struct CopyCosts {
    /// Requests to memory for 32 units that copy_kernel moves.
    double requests = 2.2;
    /// Warp instructions for 32 units that copy_kernel moves.
    double instructions = 15;
};
inline constexpr CopyCosts copy_costs;

/// What tiled_kernel takes of a warp.
struct TiledCosts {
    /// Requests to global and shared memory, counted together, for each load that a warp of
    /// tiled_kernel executes.
    double load_requests = 1.5;
    /// Warp instructions for a load in tiled_kernel.
    double load_instructions = 5;
    /// Requests to memory for a store of a warp in tiled_kernel, beside one for each element of its
    /// vectors.
    double store_requests = 1.25;
    /// Warp instructions for a store in tiled_kernel, beside one for each element of its vectors.
    double store_instructions = 9;
    /// Warp instructions for the columns that a warp of tiled_kernel stores together.
    double column_instructions = 14;
};
inline constexpr TiledCosts tiled_costs;

/// What narrow_kernel takes of a warp.
struct NarrowCosts {
    /// Requests to memory for a load of 32 vectors in narrow_kernel.
    double load_requests = 9;
    /// Warp instructions for a load of 32 vectors in narrow_kernel.
    double load_instructions = 10;
    /// Requests to memory for each row of an in-register transpose in narrow_kernel.
    double transpose_requests = 4;
    /// Warp instructions for an in-register transpose in narrow_kernel, without its rows.
    double transpose_instructions = 8;
    /// Warp instructions for each row of an in-register transpose in narrow_kernel.
    double word_instructions = 4.5;
    /// Requests to memory to store 32 vectors of a segment in narrow_kernel.
    double segment_store_requests = 26;
    /// Warp instructions to store 32 vectors of a segment in narrow_kernel.
    double segment_store_instructions = 50;
    /// Requests to memory to store eight vectors of each of four columns in narrow_kernel.
    double store_requests = 11.5;
    /// Warp instructions to store eight vectors of each of four columns in narrow_kernel.
    double store_instructions = 17;
    /// Warp instructions for four columns in narrow_kernel, without their vectors.
    double column_instructions = 14;
    /// Warp instructions for an element at the edge of a column in narrow_kernel.
    double edge_instructions = 2.7;
};
inline constexpr NarrowCosts narrow_costs;

/// What packed_kernel takes of a warp. A step is what the lanes of a row load or store at a time.
struct PackedCosts {
    /// Requests to memory for a step of a row that packed_kernel loads.
    double load_requests;
    /// Warp instructions for a row that packed_kernel loads, without its steps.
    double load_row_instructions;
    /// Warp instructions for a step of a row that packed_kernel loads.
    double load_instructions;
    /// Requests to memory for a step of a row that packed_kernel stores, without its elements.
    double store_requests;
    /// Requests to memory for each element of a thread's vector in a step of a row that
    /// packed_kernel stores.
    double store_element_requests;
    /// Warp instructions for a row that packed_kernel stores, without its steps.
    double store_row_instructions;
    /// Warp instructions for a step of a row that packed_kernel stores, without its elements.
    double store_instructions;
    /// Warp instructions for each element of a thread's vector in a step of a row that
    /// packed_kernel stores.
    double store_element_instructions;
    /// Factor of all instructions of this struct.
    double effort;
};
/// Costs of packed_kernel for elements of a word (4 bytes) and more.
inline constexpr PackedCosts packed_costs = {1, 12, 4, 1.25, 2, 16, 9, 4, 1};
/// Costs of packed_kernel for elements shorter than a word (4 bytes), which are loaded in words.
inline constexpr PackedCosts packed_word_costs = {3.5, 12, 16, 1.25, 2, 16, 9, 4, 1.5};

/// Number of words that a thread of the packed kernel loads before it uses the first one.
inline constexpr double loads_together = 4;
/// Share of a memory latency that a thread waits for each further group of loads_together words.
inline constexpr double further_wait_share = 0.3;

}  // namespace ttgt::cuda
