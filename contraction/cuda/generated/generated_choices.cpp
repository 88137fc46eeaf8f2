// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <utility>

#include "contraction/cuda/generated/generated_price.h"
#include "contraction/cuda/generated/generated_shape.h"
#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

constexpr std::array<int, 4> thread_counts{64, 128, 256, 512};
constexpr std::int64_t most_outputs = 16384;  ///< of a block and stage
constexpr std::int64_t most_chunk = 512;
constexpr std::int64_t most_tile = 16;  ///< elements of 8 bytes

/// The labels that stand in every output, the farthest elements of the last output first.
std::vector<std::size_t> common_labels(const GeneratedProblem& problem) {
    const GeneratedUse& last = problem.stages.back().output;
    std::vector<std::size_t> labels;
    for (const std::size_t label : last.labels) {
        const bool is_common = std::all_of(
            problem.stages.begin(), problem.stages.end(),
            [&](const GeneratedStage& stage) { return has_label(stage.output, label); });
        if (is_common) labels.push_back(label);
    }
    std::stable_sort(labels.begin(), labels.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(stride_of(problem, last, a)) > std::abs(stride_of(problem, last, b));
    });
    return labels;
}

bool is_power_of_two(std::int64_t value) { return (value & (value - 1)) == 0; }

/// Blocks for one element of the first labels each, then for a chunk of the next one.
std::vector<std::vector<BlockLabel>> all_cuts(const GeneratedProblem& problem) {
    std::vector<std::vector<BlockLabel>> cuts{{}};
    std::vector<BlockLabel> whole;
    for (const std::size_t label : common_labels(problem)) {
        const std::int64_t extent = problem.labels[label].extent;
        for (std::int64_t chunk = std::min(most_chunk, extent - 1); chunk > 1; --chunk) {
            if (extent % chunk != 0 && !is_power_of_two(chunk)) continue;
            cuts.push_back(whole);
            cuts.back().push_back({label, chunk});
        }
        whole.push_back({label, 1});
        cuts.push_back(whole);
    }
    return cuts;
}

/// What a block writes, no other may read or write: the modes of outputs that block labels cut are
/// the same in all uses.
bool has_apart_outputs(const GeneratedProblem& problem, const GeneratedShape& shape) {
    for (const GeneratedStage& stage : problem.stages) {
        for (std::size_t mode = 0; mode < stage.output.labels.size(); ++mode) {
            const bool is_block = std::any_of(
                shape.blocks.begin(), shape.blocks.end(),
                [&](const BlockLabel& block) { return block.label == stage.output.labels[mode]; });
            if (is_block && block_of_mode(problem, shape, stage.output.tensor, mode) < 0) {
                return false;
            }
        }
    }
    return true;
}

std::int64_t outputs_in_block(const GeneratedProblem& problem, const GeneratedShape& shape,
                              std::size_t stage) {
    std::int64_t outputs = 1;
    for (const std::size_t label : problem.stages[stage].output.labels) {
        outputs *= extent_in_block(problem, shape, label);
    }
    return outputs;
}

std::int64_t largest_stage(const GeneratedProblem& problem, const GeneratedShape& shape) {
    std::int64_t most = 1;
    for (std::size_t stage = 0; stage < problem.stages.size(); ++stage) {
        most = std::max(most, outputs_in_block(problem, shape, stage));
    }
    return most;
}

/// Labels of which a thread may compute several: those that no block cuts short.
std::vector<TileLabel> tile_choices(const GeneratedProblem& problem, const GeneratedShape& shape,
                                    std::size_t stage) {
    std::vector<TileLabel> choices;
    for (const std::size_t label : problem.stages[stage].output.labels) {
        const std::int64_t extent = extent_in_block(problem, shape, label);
        if (problem.labels[label].extent % extent != 0) continue;
        for (std::int64_t count = 2; count <= std::min(most_tile, extent); ++count) {
            if (extent % count == 0) choices.push_back({label, count});
        }
    }
    return choices;
}

/// Sets the stage's tile to the one that is predicted to be the fastest.
void choose_tile(const GeneratedProblem& problem, GeneratedShape& shape, std::size_t stage,
                 double blocks_per_multiprocessor) {
    const std::vector<TileLabel> choices = tile_choices(problem, shape, stage);
    const std::int64_t most = most_tile * 8 / std::max<std::int64_t>(8, size_bytes(problem.dtype));
    std::vector<TileLabel> best;
    double best_cycles = std::numeric_limits<double>::infinity();
    const auto try_tile = [&](std::vector<TileLabel> tile) {
        shape.tiles[stage] = std::move(tile);
        const StagePrice price = price_of_stage(problem, shape, stage);
        const double cycles = std::max(price.busy * blocks_per_multiprocessor, price.latency) +
                              0.1 * (price.busy + price.latency);
        if (cycles >= best_cycles) return;
        best_cycles = cycles;
        best = shape.tiles[stage];
    };
    try_tile({});
    for (std::size_t a = 0; a < choices.size(); ++a) {
        if (choices[a].count > most) continue;
        try_tile({choices[a]});
        for (std::size_t b = a + 1; b < choices.size(); ++b) {
            if (choices[b].label == choices[a].label) continue;
            if (choices[a].count * choices[b].count <= most) try_tile({choices[a], choices[b]});
        }
    }
    shape.tiles[stage] = best;
}

/// Everything in shared memory, and, of one product, all but its largest factor.
std::vector<std::vector<char>> all_sharings(const GeneratedProblem& problem,
                                            const GeneratedShape& shape) {
    std::vector<char> all(problem.tensors.size(), 1);
    for (std::size_t tensor = 0; tensor < all.size(); ++tensor) {
        if (problem.tensors[tensor].is_written) {
            all[tensor] = problem.tensors[tensor].is_temporary ? 1 : 0;
        }
    }
    std::vector<std::vector<char>> sharings{all};
    GeneratedShape with = shape;
    with.is_shared = all;
    const GeneratedLayout layout = layout_of(problem, with);
    std::size_t largest = all.size();
    for (std::size_t tensor = 0; tensor < all.size(); ++tensor) {
        if (all[tensor] == 0 || problem.tensors[tensor].is_temporary) continue;
        const bool is_larger =
            largest == all.size() || layout.parts[tensor].elements > layout.parts[largest].elements;
        if (is_larger) largest = tensor;
    }
    if (largest < all.size()) {
        sharings.push_back(all);
        sharings.back()[largest] = 0;
    }
    return sharings;
}

/// The fastest first; of those that cut the problem up alike and differ in threads and registers,
/// each later one as if it were slower, so that a short search sees several cuts.
void rank(std::vector<GeneratedShape>& shapes) {
    constexpr double each_alike = 0.1;
    std::stable_sort(shapes.begin(), shapes.end(),
                     [](const GeneratedShape& a, const GeneratedShape& b) {
                         return a.predicted_us < b.predicted_us;
                     });
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const auto alike = std::count_if(
            shapes.begin(), shapes.begin() + static_cast<std::ptrdiff_t>(i),
            [&](const GeneratedShape& other) {
                return other.blocks == shapes[i].blocks && other.is_shared == shapes[i].is_shared;
            });
        order.emplace_back(shapes[i].predicted_us * (1 + each_alike * static_cast<double>(alike)),
                           i);
    }
    std::sort(order.begin(), order.end());
    std::vector<GeneratedShape> ranked;
    ranked.reserve(shapes.size());
    for (const auto& [price, i] : order) ranked.push_back(std::move(shapes[i]));
    shapes = std::move(ranked);
}

}  // namespace

std::vector<GeneratedShape> generated_shapes(const GeneratedProblem& problem,
                                             const Architecture& gpu, std::size_t most) {
    std::vector<GeneratedShape> shapes;
    GeneratedShape shape;
    for (std::vector<BlockLabel>& cut : all_cuts(problem)) {
        shape.blocks = std::move(cut);
        shape.tiles.assign(problem.stages.size(), {});
        const std::int64_t outputs = largest_stage(problem, shape);
        if (outputs > most_outputs || !has_apart_outputs(problem, shape)) continue;
        for (std::vector<char>& sharing : all_sharings(problem, shape)) {
            shape.is_shared = std::move(sharing);
            shape.tiles.assign(problem.stages.size(), {});
            const GeneratedLayout layout = layout_of(problem, shape);
            if (layout.shared_bytes + reserved_shared_bytes > gpu.shared_bytes) continue;
            if (layout.blocks > std::numeric_limits<std::int32_t>::max()) continue;
            const double each = std::max(
                1.0, static_cast<double>(layout.blocks) / static_cast<double>(gpu.multiprocessors));
            for (const int threads : thread_counts) {
                if (threads > thread_counts.front() && threads / 2 >= outputs) continue;
                shape.threads = threads;
                for (std::size_t stage = 0; stage < problem.stages.size(); ++stage) {
                    choose_tile(problem, shape, stage, each);
                }
                shape.predicted_us = predict_us(problem, shape, gpu);
                shapes.push_back(shape);
            }
        }
    }
    rank(shapes);
    if (shapes.size() > most) shapes.resize(most);
    return shapes;
}

}  // namespace ttgt::cuda
