// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/outer/outer_cost.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "contraction/cuda/direct/direct_cost.h"
#include "contraction/cuda/direct/outer/outer_arguments.h"
#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

/// Inputs of at most this many bytes are taken to stay in L2; larger ones are read from memory by
/// each tile. Half of an H100's L2, because D passes it too.
constexpr double outer_l2_bytes = 24.0 * 1024 * 1024;
/// Thread instructions of an output without its products: place, mask, address, scalars, store.
/// Counted in the compiled kernel, as are those of a term.
constexpr double outer_output_instructions = 12;
/// Thread instructions of an output for each inner position: two addresses and two reads of shared
/// memory. The multiplications come on top.
constexpr double outer_term_instructions = 5;

/// Bytes of the sectors that all tiles together read of an input, by pieces that are contiguous in
/// it. `input` is 1 for the fast and 2 for the slow input.
double bytes_of_tiles(const OuterArguments& arguments, const OuterStage& stage, int input,
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

void count_inputs(const DirectShape& shape, const OuterArguments& arguments, OuterCounts& counts) {
    const std::size_t fast = arguments.fast_is_r != 0 ? operand_r : operand_l;
    for (const int input : {1, 2}) {
        const std::size_t operand = input == 1 ? fast : operand_l + operand_r - fast;
        const OuterStage& stage = input == 1 ? arguments.fast : arguments.slow;
        const auto element = static_cast<double>(size_bytes(shape.dtypes[operand]));
        const double bytes = bytes_of_tiles(arguments, stage, input, element);
        counts.read_bytes += bytes;
        counts.uncached_bytes += shape.bytes[operand] <= outer_l2_bytes
                                     ? shape.bytes[operand]
                                     : std::max(bytes, shape.bytes[operand]);
        counts.copied += static_cast<double>(arguments.tiles) * stage.count;
    }
}

/// Passes of 128 bytes of an output: reads of shared memory and stores.
double passes_of_output(const OuterArguments& arguments, bool is_steady, double element,
                        double compute) {
    constexpr double bytes = line_bytes;
    const double fast = compute / bytes / (is_steady ? outer_together : 1);
    // Lanes of a warp share the slow input's elements.
    const double slow = 1.0 / warp_lanes;
    const double place = 1.0 / warp_lanes;
    const double offset = arguments.runs > 1 ? 8 / bytes : 0;
    return place + offset + element / bytes + arguments.depth * (fast + slow);
}

}  // namespace

OuterCounts count_outer(const DirectShape& shape, const DirectLaunch& launch,
                        const Architecture& gpu) {
    const auto& arguments = std::get<OuterArguments>(launch.arguments);
    const double tiles = arguments.tiles;
    const auto element = static_cast<double>(size_bytes(shape.dtypes[0]));
    const auto compute = static_cast<double>(size_bytes(compute_of(shape.dtypes[0])));
    OuterCounts counts;
    counts.written_bytes = shape.bytes[0] + 2.0 * sector_bytes * tiles * arguments.runs;
    count_inputs(shape, arguments, counts);
    const double idle_lanes =
        static_cast<double>(align_up(launch.threads, warp_lanes)) / launch.threads;
    // float64 has half the lanes of float32; a complex product is four real ones.
    const double width = real_of(shape.dtypes[0]) == DType::float64 ? 2 : 1;
    const double parts = is_complex(shape.dtypes[0]) ? 4 : 1;
    counts.instructions =
        idle_lanes * tiles * arguments.outputs *
        (outer_output_instructions + arguments.depth * (outer_term_instructions + parts * width));
    counts.passes = tiles * arguments.outputs *
                    passes_of_output(arguments, launch.policy == steady_outer, element, compute);
    counts.turns = std::ceil(tiles / static_cast<double>(launch.blocks));
    const double entries = arguments.outputs + arguments.fast.count + arguments.slow.count;
    const auto blocks = static_cast<double>(divide_up(launch.blocks, gpu.multiprocessors));
    counts.table_entries = entries * arguments.modes * blocks / launch.threads;
    return counts;
}

double predict_us(const OuterCounts& counts, const OuterRates& rates, const Architecture& gpu) {
    const double cycles = gpu.multiprocessors * gpu.cycles_per_us;
    const double memory_us = (rates.written_factor * counts.written_bytes +
                              rates.uncached_factor * counts.uncached_bytes) /
                             gpu.bytes_per_us;
    const double cache_us = rates.cached_factor * (counts.written_bytes + counts.read_bytes) /
                            (l2_factor * gpu.bytes_per_us);
    const double issue_us =
        (rates.issue_factor * counts.instructions + rates.copied_cycles * counts.copied) /
        (cycles * schedulers * warp_lanes);
    const double pass_us = rates.pass_factor * counts.passes / cycles;
    const double turns_us = counts.turns * rates.tile_us;
    double sum = 0;
    for (const double us : {memory_us, cache_us, issue_us, pass_us, turns_us}) {
        sum += std::pow(us, rates.blend);
    }
    return rates.entry_us * counts.table_entries + std::pow(sum, 1 / rates.blend);
}

}  // namespace ttgt::cuda
