// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/generated/generated_price.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

// Estimates for the price of a kernel.
constexpr double warp = 32;              ///< threads of a warp
constexpr double global_latency = 1300;  ///< cycles from a block's start to its data or its end
constexpr double barrier = 60;           ///< cycles of a barrier
constexpr double block_start = 200;      ///< cycles of a multiprocessor that starting a block takes
constexpr double item_instructions = 40;  ///< instructions to find an item's elements
constexpr double issued = 4;              ///< instructions of warps that start in a cycle
constexpr double dependent = 8;           ///< cycles from a sum to the next addition to it
constexpr double shared_latency = 30;     ///< cycles of a read of shared memory
constexpr double global_factor = 3;       ///< cost of a read through L1 over one of shared memory
constexpr double overlapped_us = 2;       ///< microseconds of a launch beside the previous kernel
constexpr double read_into_shared = 6;    ///< cycles to read a warp's elements into shared memory
constexpr double asked_for_all = 32768;  ///< bytes in flight on a multiprocessor for full bandwidth
constexpr double most_spread = 8;        ///< the most by which memory is slower with fewer bytes
constexpr double least_unhidden = 0.2;   ///< least share of the smaller bounds' times that is added
constexpr double registers = 72;         ///< registers of a thread
constexpr double most_registers = 65536;  ///< registers of a multiprocessor

/// Cycles of a multiprocessor for an operation on one element for each thread of a warp.
double arithmetic(DType dtype) {
    switch (dtype) {
        case DType::float32:
            return 0.25;
        case DType::float64:
            return 0.5;
        case DType::complex64:
            return 1;
        default:
            return 2;
    }
}

/// The label along which neighbouring threads differ: that of the output's nearest elements; as
/// many as there are labels where there is none.
std::size_t label_of_lanes(const GeneratedProblem& problem, const GeneratedShape& shape,
                           std::size_t stage) {
    const GeneratedUse& output = problem.stages[stage].output;
    std::size_t nearest = problem.labels.size();
    std::int64_t stride = 0;
    for (std::size_t mode = 0; mode < output.labels.size(); ++mode) {
        const std::size_t label = output.labels[mode];
        const std::int64_t own = std::abs(problem.tensors[output.tensor].modes[mode].stride);
        const bool is_there =
            extent_in_block(problem, shape, label) > tile_count(shape.tiles[stage], label);
        if (is_there && (nearest == problem.labels.size() || own < stride)) {
            nearest = label;
            stride = own;
        }
    }
    return nearest;
}

/// Cycles for a warp's read of an element each.
double read_cycles(const GeneratedProblem& problem, const GeneratedShape& shape, std::size_t stage,
                   const GeneratedUse& use) {
    const auto bytes = static_cast<double>(size_bytes(problem.dtype));
    const std::size_t lanes = label_of_lanes(problem, shape, stage);
    const double cycles = std::max(0.5, has_label(use, lanes) ? bytes / 4 : bytes / 8);
    if (shape.is_shared[use.tensor] != 0) return cycles;
    for (std::size_t mode = 0; mode < use.labels.size(); ++mode) {
        const bool is_row = problem.tensors[use.tensor].modes[mode].stride == 1;
        if (is_row && use.labels[mode] == lanes) return cycles * global_factor;
    }
    // Lanes find their elements in sectors of their own.
    return std::max(cycles * global_factor, has_label(use, lanes) ? warp : warp / 4);
}

}  // namespace

StagePrice price_of_stage(const GeneratedProblem& problem, const GeneratedShape& shape,
                          std::size_t stage) {
    const GeneratedStage& whole = problem.stages[stage];
    const auto items = static_cast<double>(items_of(problem, shape, stage));
    double tiles = 1;
    for (const TileLabel& tile : shape.tiles[stage]) tiles *= static_cast<double>(tile.count);
    const double operation = arithmetic(problem.dtype);
    double reads = 0;
    double instructions = item_instructions + 2 * tiles;
    double operations = 0;
    double latency = shared_latency;
    for (const GeneratedProduct& product : whole.products) {
        const double terms = volume_of(problem, product.sums);
        double loads = 0;
        for (const GeneratedUse& factor : product.factors) {
            double count = 1;
            for (const TileLabel& tile : shape.tiles[stage]) {
                if (has_label(factor, tile.label)) count *= static_cast<double>(tile.count);
            }
            loads += count;
            reads += terms * count * read_cycles(problem, shape, stage, factor);
        }
        instructions += terms * (loads + tiles);
        operations += terms * tiles * operation;
        latency += terms * std::max({dependent, loads, tiles * operation * issued});
    }
    const double warps = std::max(1.0, items / warp);
    const double turns = static_cast<double>(
        divide_up(static_cast<std::int64_t>(items), std::int64_t{shape.threads}));
    return {warps * std::max({reads, operations, instructions / issued}),
            turns * (latency + item_instructions) + barrier};
}

namespace {

/// How many bytes pass L2 for one that a thread writes: neighbours that a thread writes in turn do
/// so in parts of a sector.
double write_factor(const GeneratedProblem& problem, const GeneratedShape& shape,
                    std::size_t stage) {
    const GeneratedUse& output = problem.stages[stage].output;
    constexpr double sector = 32;
    double run = 1;
    for (std::size_t mode = 0; mode < output.labels.size(); ++mode) {
        if (std::abs(problem.tensors[output.tensor].modes[mode].stride) != 1) continue;
        const std::size_t label = output.labels[mode];
        const std::int64_t lanes =
            extent_in_block(problem, shape, label) / tile_count(shape.tiles[stage], label);
        run = static_cast<double>(lanes);
    }
    return std::max(1.0, sector / (run * static_cast<double>(size_bytes(problem.dtype))));
}

/// What a block does beside its stages' arithmetic.
struct BlockTraffic {
    double bytes = 0;         ///< bytes that pass through L2
    double shared_reads = 0;  ///< number of elements that are read into shared memory
};

BlockTraffic traffic_of(const GeneratedProblem& problem, const GeneratedShape& shape,
                        const GeneratedLayout& layout) {
    const auto element_bytes = static_cast<double>(size_bytes(problem.dtype));
    BlockTraffic traffic;
    for (std::size_t tensor = 0; tensor < problem.tensors.size(); ++tensor) {
        const SharedPart& part = layout.parts[tensor];
        if (!part.is_there || problem.tensors[tensor].is_temporary) continue;
        traffic.shared_reads += static_cast<double>(part.elements);
    }
    traffic.bytes = traffic.shared_reads * element_bytes;
    for (std::size_t stage = 0; stage < problem.stages.size(); ++stage) {
        const GeneratedUse& output = problem.stages[stage].output;
        if (problem.tensors[output.tensor].is_temporary) continue;
        double elements = 1;
        for (const std::size_t label : output.labels) {
            elements *= static_cast<double>(extent_in_block(problem, shape, label));
        }
        traffic.bytes += elements * element_bytes * write_factor(problem, shape, stage);
    }
    return traffic;
}

}  // namespace

double predict_us(const GeneratedProblem& problem, const GeneratedShape& shape,
                  const Architecture& gpu) {
    const GeneratedLayout layout = layout_of(problem, shape);
    const BlockTraffic traffic = traffic_of(problem, shape, layout);
    double busy = block_start + traffic.shared_reads / warp * read_into_shared;
    double latency = global_latency + traffic.shared_reads / shape.threads * read_into_shared;
    for (std::size_t stage = 0; stage < problem.stages.size(); ++stage) {
        const StagePrice price = price_of_stage(problem, shape, stage);
        busy += price.busy;
        latency += price.latency;
    }
    const double shared = static_cast<double>(layout.shared_bytes + reserved_shared_bytes);
    const double resident = std::max(
        1.0,
        std::min({static_cast<double>(gpu.blocks), static_cast<double>(gpu.threads) / shape.threads,
                  most_registers / registers / shape.threads,
                  static_cast<double>(gpu.shared_bytes) / shared}));
    const auto blocks = static_cast<double>(layout.blocks);
    const double rounds = std::max(1.0, blocks / (gpu.multiprocessors * resident));
    const double each = std::max(1.0, blocks / gpu.multiprocessors);
    // The multiprocessors that have one block more than others are waited for.
    const double uneven = std::ceil(each) / each;
    // A block reads, multiplies and writes one after the other: only others hide that.
    const double unhidden = std::clamp(1 / each, least_unhidden, 1.0);
    // Memory delivers what is asked for at a time: a multiprocessor's threads must ask for enough.
    const double asked = std::min(resident, each) * traffic.bytes;
    const double memory_us = operand_bytes(problem) / gpu.bytes_per_us *
                             std::max(1.0, std::min(most_spread, asked_for_all / asked));
    const double cache_us = blocks * traffic.bytes / (2 * gpu.bytes_per_us);
    const double busy_us = each * busy / gpu.cycles_per_us;
    const double latency_us = rounds * latency / gpu.cycles_per_us;
    const std::array<double, 4> bounds{uneven * memory_us, uneven * cache_us, uneven * busy_us,
                                       latency_us};
    double sum = 0;
    for (const double bound : bounds) sum += bound;
    const double most = *std::max_element(bounds.begin(), bounds.end());
    return gpu.launch_us - overlapped_us + most + unhidden * (sum - most);
}

}  // namespace ttgt::cuda
