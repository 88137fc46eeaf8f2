// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/kernel_work.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <variant>

#include "transpose/cuda/plan/kernel_costs.h"
#include "transpose/cuda/plan/tiled_policy.h"

namespace ttgt::cuda {
namespace {

constexpr double lanes_per_warp = 32;

/// The value rounded up.
double rounded_up(double value) { return std::ceil(value); }

double blocks(const Launch& launch) { return static_cast<double>(launch.blocks); }

/// Warp instructions to fill `entries` entries of tables, each a sum over `modes` modes.
double entry_instructions(double entries, double modes) {
    return entries / lanes_per_warp * (table_costs.entry + table_costs.mode * modes);
}

/// Warp instructions to find `tiles` tiles: every warp of the block does a part of it.
double tile_instructions(double tiles, const Launch& launch) {
    return tiles * (tile_costs.block + tile_costs.warp * launch.threads / lanes_per_warp);
}

/// Elements of shared memory from the tile's first element to row, or element, `number`.
std::int64_t staged_place(const TileDigits& digits, int number) {
    std::int64_t place = 0;
    for (int m = 0; m < digits.modes; ++m) {
        const auto extent = static_cast<int>(digits.mode[m].extent.value);
        place += std::int64_t{number % extent} * digits.mode[m].staged;
        number /= extent;
    }
    return place;
}

/// How often the banks are read for one read of shared memory by the lanes that one access serves.
/// The first of these lanes reads element `begin` of a run of the output.
int bank_reads(const PackedArguments& arguments, std::int64_t unit, int begin) {
    constexpr int banks = 32;
    const int lanes = 1 << arguments.log2_store_lanes;
    const int vector = packed_store_vector(unit);
    const int together = static_cast<int>(std::min<std::int64_t>(banks, line_bytes / unit));
    int used[banks] = {};
    int most = 1;
    for (int lane = 0; lane < together; ++lane) {
        const int slot = begin + lane % lanes * vector;
        if (slot >= arguments.out_run || lane / lanes >= arguments.out_rows) continue;
        const std::int64_t place = staged_place(arguments.out_element, slot) +
                                   staged_place(arguments.out_row, lane / lanes);
        most = std::max(most, ++used[place * unit / word_bytes % banks]);
    }
    return most;
}

/// What the narrow kernel's stores of one tile take.
struct NarrowStores {
    double requests = 0;
    double instructions = 0;
};

/// `columns` and `rows` are those of a tile, `vector` the units that one store writes.
NarrowStores narrow_stores(const TiledTile& tile, double columns, double rows, double out_blocks,
                           double vector) {
    const NarrowCosts& costs = narrow_costs;
    if (tile.adjoins) {
        const double stores = columns * rows / vector / lanes_per_warp;
        return {stores * costs.segment_store_requests, stores * costs.segment_store_instructions};
    }
    // A warp stores four columns at a time, eight vectors of each.
    const double stores = columns / 4 * rounded_up(rows / (8 * vector));
    const double edges = std::min(columns / 2 / out_blocks, stores);
    return {stores * costs.store_requests + edges * vector,
            columns / 4 * costs.column_instructions + stores * costs.store_instructions +
                edges * costs.edge_instructions * vector};
}

}  // namespace

KernelWork copy_work(const Shape& shape, const Launch& launch) {
    const auto& arguments = std::get<CopyArguments>(launch.arguments);
    const double warps = rounded_up(static_cast<double>(volume(shape.modes)) / lanes_per_warp);
    const double rows = static_cast<double>(arguments.rows) * blocks(launch);
    KernelWork work;
    work.waits = blocks(launch);
    work.requests = copy_costs.requests * warps + rows / lanes_per_warp;
    work.instructions =
        copy_costs.instructions * warps +
        (entry_instructions(rows, arguments.run.modes) + tile_instructions(blocks(launch), launch));
    return work;
}

KernelWork tiled_work(const Shape& shape, const TiledTile& tile, const Launch& launch) {
    const auto& arguments = std::get<TiledArguments>(launch.arguments);
    const int store_bytes = tiled_policies[tile.policy].store_bytes;
    const auto block = static_cast<double>(arguments.input.block);
    const double columns = std::min<double>(arguments.input.extent, block);
    const double rows =
        std::min<double>(arguments.output.extent, arguments.output.block + arguments.mask);
    const double warp_loads = block / tile.load_vector / lanes_per_warp;
    const double vector = store_vector(store_bytes, shape.unit_bytes);
    const double lanes = store_lanes(store_bytes, shape.unit_bytes);
    const double passes =
        rounded_up((arguments.output.block + arguments.mask / 2.0) / (lanes * vector));
    const double loads = rows * rounded_up(warp_loads) * std::min(1.0, warp_loads);
    const double stores = columns * lanes / lanes_per_warp * passes;
    const double table = rows + columns;
    const TiledCosts& costs = tiled_costs;
    KernelWork work;
    work.waits = blocks(launch);
    work.requests =
        blocks(launch) * (loads * costs.load_requests + stores * (vector + costs.store_requests) +
                          table / lanes_per_warp);
    work.instructions =
        blocks(launch) *
            (loads * costs.load_instructions + stores * (vector + costs.store_instructions) +
             columns * lanes / lanes_per_warp * costs.column_instructions) +
        (entry_instructions(table * blocks(launch),
                            std::max(arguments.input.modes, arguments.output.modes)) +
         tile_instructions(blocks(launch), launch));
    return work;
}

KernelWork narrow_work(const Shape& shape, const TiledTile& tile, const Launch& launch) {
    const auto& arguments = std::get<TiledArguments>(launch.arguments);
    const TiledPolicy& policy = tiled_policies[tile.policy];
    const NarrowCosts& costs = narrow_costs;
    const auto in_blocks = static_cast<double>(arguments.input.blocks.value);
    const auto out_blocks = static_cast<double>(arguments.output.blocks.value);
    const double columns = arguments.input.extent / in_blocks;
    const double rows = (arguments.output.extent + (out_blocks - 1) * arguments.mask) / out_blocks;
    const std::int64_t units_per_vector = vector_bytes / shape.unit_bytes;
    const auto vector = static_cast<double>(units_per_vector);
    const auto word = static_cast<double>(elements_per_word(shape.unit_bytes));
    const double loads =
        rows * (policy.in_bytes / static_cast<double>(vector_bytes) + 1) / lanes_per_warp;
    const double transposes = rows / word * policy.in_bytes / line_bytes;
    const NarrowStores stores = narrow_stores(tile, columns, rows, out_blocks, vector);
    KernelWork work;
    work.waits = blocks(launch);
    work.requests =
        blocks(launch) * (loads * costs.load_requests +
                          transposes * costs.transpose_requests * word + stores.requests);
    work.instructions =
        blocks(launch) *
            (loads * costs.load_instructions +
             transposes * (costs.transpose_instructions + costs.word_instructions * word) +
             stores.instructions) +
        (entry_instructions((rows + columns) * blocks(launch),
                            std::max(arguments.input.modes, arguments.output.modes)) +
         tile_instructions(blocks(launch), launch));
    return work;
}

KernelWork packed_work(const Shape& shape, const Launch& launch) {
    const auto& arguments = std::get<PackedArguments>(launch.arguments);
    const std::int64_t unit = shape.unit_bytes;
    const double in_lanes = 1 << arguments.log2_load_lanes;
    const double out_lanes = 1 << arguments.log2_store_lanes;
    const double vector = packed_store_vector(unit);
    const double tiles = arguments.loops.tiles;
    const double word = elements_per_word(unit);
    // Words of several elements go through registers, and are shifted to their places one by one.
    const PackedCosts& costs = word > 1 ? packed_word_costs : packed_costs;
    const double load_steps = rounded_up((arguments.in_run + word - 1) / word / in_lanes);
    const double store_steps = rounded_up((arguments.out_run + vector - 1) / vector / out_lanes);
    const double load_rows = arguments.in_rows * in_lanes / lanes_per_warp;
    const double store_rows = arguments.out_rows * out_lanes / lanes_per_warp;
    KernelWork work;
    work.waits = tiles;
    if (word > 1) {
        const double loads_per_warp = load_rows * load_steps / (packed_threads / lanes_per_warp);
        const double further_waits = std::max(0.0, loads_per_warp / loads_together - 1);
        work.waits *= 1 + further_wait_share * further_waits;
    }
    work.requests =
        tiles * (load_rows * (1 + costs.load_requests * load_steps) +
                 store_rows * (1 + store_steps * (costs.store_element_requests * vector +
                                                  costs.store_requests)));
    const double row_table = blocks(launch) * (arguments.in_rows + arguments.out_rows);
    const double run_table = blocks(launch) * arguments.out_run;
    const double row_modes = (arguments.in_row.modes + arguments.out_row.modes) / 2.0;
    work.instructions =
        costs.effort * tiles *
            (load_rows * (costs.load_row_instructions + costs.load_instructions * load_steps) +
             store_rows * (costs.store_row_instructions +
                           store_steps * (costs.store_instructions +
                                          costs.store_element_instructions * vector))) +
        (entry_instructions(row_table, row_modes) + tile_instructions(tiles, launch)) +
        run_table / lanes_per_warp *
            (table_costs.run_entry + table_costs.run_mode * arguments.out_element.modes);
    return work;
}

// The first rows that are stored stand for all.
double packed_conflicts(const Shape& shape, const Launch& launch) {
    const auto& arguments = std::get<PackedArguments>(launch.arguments);
    const int step = packed_store_vector(shape.unit_bytes) << arguments.log2_store_lanes;
    const int steps = (arguments.out_run + step - 1) / step;
    int reads = 0;
    for (int i = 0; i < steps; ++i) reads += bank_reads(arguments, shape.unit_bytes, i * step);
    return reads / static_cast<double>(steps);
}

}  // namespace ttgt::cuda
