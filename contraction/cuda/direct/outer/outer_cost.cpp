// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "contraction/cuda/direct/direct_cost.h"
#include "contraction/cuda/direct/outer/outer_arguments.h"
#include "contraction/cuda/direct/outer/outer_launch.h"
#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

// No constant of this file is measured. Instructions are counted in the compiled kernel
// (approximate), the rest are estimates on the slow side. The planner does not choose the kernel
// until they are fitted.

/// Thread instructions of an output without its products: place, mask, address, scalars, store.
constexpr double output_instructions = 12;
/// Thread instructions of an output for each inner position: two addresses and two reads of shared
/// memory. The multiplications come on top.
constexpr double term_instructions = 5;
/// Thread instructions to copy an element to shared memory, where its tables are known.
constexpr double copied_instructions = 12;
/// Thread instructions of a thread for each tile: three barriers, loops, the first output.
constexpr double tile_instructions = 120;
/// Thread instructions to find the entry of a table, for each mode.
constexpr double entry_instructions = 8;
/// Share of a copy's rate at which D is written and inputs are read from memory.
constexpr double outer_memory_share = 0.75;
/// Share of L2's rate that stores and copies of inputs reach.
constexpr double outer_cache_share = 0.75;
/// Microseconds of a block that has a multiprocessor to itself before its first tile: its tables.
constexpr double tables_us = 2.0;
/// Microseconds of a tile in a block that has a multiprocessor to itself: finding it, one read of
/// inputs, and its first stores, one after the other.
constexpr double tile_us = 2.0;
/// Inputs of at most this many bytes are taken to stay in L2; larger ones are read from memory by
/// each tile.
constexpr double outer_l2_bytes = 24.0 * 1024 * 1024;

/// Bytes of the sectors that all tiles together read of an input, by pieces that are contiguous in
/// it. `input` is 1 for the fast and 2 for the slow input.
double read_bytes(const OuterArguments& arguments, const OuterStage& stage, int input,
                  double element) {
    double run = 1;
    for (std::int32_t i = 0; i < stage.modes; ++i) {
        const OuterMode& mode = arguments.mode[stage.order[i]];
        if (std::abs(static_cast<double>(mode.stride[input])) != run) break;
        run *= mode.chunk.value;
        if (mode.chunk.value < mode.extent) break;
    }
    const double sectors = run * element / sector_bytes + 1 - element / sector_bytes;
    return arguments.tiles * (stage.count / run) * std::ceil(sectors) * sector_bytes;
}

/// Adds the bytes that tiles read of both inputs to those of memory and of L2.
void count_inputs(const DirectShape& shape, const OuterArguments& arguments, DirectWork& work) {
    const std::size_t fast = arguments.fast_is_r != 0 ? 2 : 1;
    for (const int input : {1, 2}) {
        const std::size_t operand = input == 1 ? fast : 3 - fast;
        const OuterStage& stage = input == 1 ? arguments.fast : arguments.slow;
        const auto element = static_cast<double>(size_bytes(shape.dtypes[operand]));
        const double bytes = read_bytes(arguments, stage, input, element);
        work.cache_bytes += bytes;
        work.memory_bytes += shape.bytes[operand] <= outer_l2_bytes
                                 ? shape.bytes[operand]
                                 : std::max(bytes, shape.bytes[operand]);
    }
}

/// Reads of shared memory and stores of an output, in passes of 128 bytes, a cycle each.
double passes(const OuterArguments& arguments, bool is_steady, double element, double compute) {
    constexpr double bytes = line_bytes;
    const double fast = compute / bytes / (is_steady ? outer_together : 1);
    // Lanes of a warp share the slow input's elements.
    const double slow = 1.0 / warp_lanes;
    const double place = 1.0 / warp_lanes;
    const double offset = arguments.runs > 1 ? 8 / bytes : 0;
    return place + offset + element / bytes + arguments.depth * (fast + slow);
}

}  // namespace

double outer_us(const DirectShape& shape, const DirectLaunch& launch, const Architecture& gpu) {
    const auto& arguments = std::get<OuterArguments>(launch.arguments);
    const auto element = static_cast<double>(size_bytes(shape.dtypes[0]));
    const auto compute = static_cast<double>(size_bytes(compute_of(shape.dtypes[0])));
    const double tiles = arguments.tiles;
    const double outputs = tiles * arguments.outputs;
    const double depth = arguments.depth;
    const auto blocks = static_cast<double>(launch.blocks);
    DirectWork work;
    // Ends of runs share their sectors with other runs, which are written at other times.
    const double ends = 2.0 * sector_bytes * tiles * arguments.runs;
    work.memory_bytes = shape.bytes[0] + ends;
    work.cache_bytes = element * outputs + ends;
    count_inputs(shape, arguments, work);
    work.memory_bytes /= outer_memory_share;
    work.cache_bytes /= outer_cache_share;
    // float64 has half the lanes of float32; a complex product is four real ones.
    const double width = real_of(shape.dtypes[0]) == DType::float64 ? 2 : 1;
    const double parts = is_complex(shape.dtypes[0]) ? 4 : 1;
    const double staged = arguments.fast.count + arguments.slow.count;
    const double idle_lanes =
        static_cast<double>(align_up(launch.threads, warp_lanes)) / launch.threads;
    work.instructions =
        idle_lanes * outputs * (output_instructions + depth * (term_instructions + parts * width)) +
        tiles * (copied_instructions * staged + tile_instructions * launch.threads) +
        blocks * entry_instructions * arguments.modes * (arguments.outputs + staged);
    work.gathered_cached =
        outputs * passes(arguments, launch.policy == steady_outer, element, compute);
    work.resident_blocks = static_cast<int>(
        std::max(1.0, std::ceil(blocks / static_cast<double>(gpu.multiprocessors))));
    work.blocks_in_turn_us = tables_us + tile_us * std::ceil(tiles / blocks);
    return predict_us(work, launch.blocks, gpu);
}

}  // namespace ttgt::cuda
