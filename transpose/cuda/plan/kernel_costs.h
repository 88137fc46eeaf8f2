// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the parts of each transpose kernel cost a warp, in its own instructions and in requests to
// memory, global and shared. They follow the kernels' loops as compiled for sm_90, and were scaled
// where the model of mwp_cwp.h was fitted to 3800 launches measured on an H200
// (docs/algorithms/mwp_cwp.md). They rank candidates; no result depends on them.

namespace ttgt::cuda {

/// Of an entry of a table of offsets, and of each mode that it sums over; of the packed kernel's
/// table of a run alike.
struct TableCosts {
    double entry = 12;
    double mode = 12;
    double run_entry = 10;
    double run_mode = 1.5;
};
inline constexpr TableCosts table_costs;

/// To find a tile: of the block, and of each of its warps.
struct TileCosts {
    double block = 120;
    double warp = 10;
};
inline constexpr TileCosts tile_costs;

/// Of a warp's worth of units that copy_kernel moves.
struct CopyCosts {
    double requests = 2.2;
    double instructions = 15;
};
inline constexpr CopyCosts copy_costs;

/// Of tiled_kernel: a load, a store beside its elements, and a column.
struct TiledCosts {
    double load_requests = 1.5;
    double load_instructions = 5;
    double store_requests = 1.25;
    double store_instructions = 9;
    double column_instructions = 14;
};
inline constexpr TiledCosts tiled_costs;

/// Of narrow_kernel: a load of vectors; an in-register transpose, and its words; a store of a part
/// of a segment, or of columns; four columns; an element at the edge of a column.
struct NarrowCosts {
    double load_requests = 9;
    double load_instructions = 10;
    double transpose_requests = 4;
    double transpose_instructions = 8;
    double word_instructions = 4.5;
    double segment_store_requests = 26;
    double segment_store_instructions = 50;
    double store_requests = 11.5;
    double store_instructions = 17;
    double column_instructions = 14;
    double edge_instructions = 2.7;
};
inline constexpr NarrowCosts narrow_costs;

/// Of packed_kernel: a row that is loaded, and a step of it; a row that is stored, a step of it and
/// an element of a step. All instructions are taken `effort` times.
struct PackedCosts {
    double load_requests;
    double load_row_instructions;
    double load_instructions;
    double store_requests;
    double store_element_requests;
    double store_row_instructions;
    double store_instructions;
    double store_element_instructions;
    double effort;
};
inline constexpr PackedCosts packed_costs = {1, 12, 4, 1.25, 2, 16, 9, 4, 1};
/// The same of elements that are loaded in words.
inline constexpr PackedCosts packed_word_costs = {3.5, 12, 16, 1.25, 2, 16, 9, 4, 1.5};

/// Words go through registers, so many at a time, and each time but the first has this share of a
/// latency.
inline constexpr double loads_together = 4;
inline constexpr double further_wait_share = 0.3;

}  // namespace ttgt::cuda
