// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/generated/generated_shape.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

/// The shared memory of a row of elements starts so that vectors of 16 bytes stay aligned and rows
/// start in different banks: an odd number of 16 bytes, or, of odd rows, of elements.
std::int64_t padded_row(std::int64_t elements, std::int64_t element_bytes) {
    constexpr std::int64_t vector = 16;
    const std::int64_t bytes = elements * element_bytes;
    if (element_bytes >= vector || bytes % vector != 0) return elements;
    return bytes / vector % 2 == 0 ? elements + vector / element_bytes : elements;
}

std::vector<std::size_t> by_stride(const GeneratedTensor& tensor) {
    std::vector<std::size_t> order(tensor.modes.size());
    for (std::size_t mode = 0; mode < order.size(); ++mode) order[mode] = mode;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(tensor.modes[a].stride) < std::abs(tensor.modes[b].stride);
    });
    return order;
}

}  // namespace

std::int64_t extent_in_block(const GeneratedProblem& problem, const GeneratedShape& shape,
                             std::size_t label) {
    for (const BlockLabel& block : shape.blocks) {
        if (block.label == label) return block.chunk;
    }
    return problem.labels[label].extent;
}

int block_of_mode(const GeneratedProblem& problem, const GeneratedShape& shape, std::size_t tensor,
                  std::size_t mode) {
    for (std::size_t block = 0; block < shape.blocks.size(); ++block) {
        bool stands_everywhere = true;
        const auto look_at = [&](const GeneratedUse& use) {
            if (use.tensor == tensor && use.labels[mode] != shape.blocks[block].label) {
                stands_everywhere = false;
            }
        };
        for (const GeneratedStage& stage : problem.stages) {
            look_at(stage.output);
            for (const GeneratedProduct& product : stage.products) {
                for (const GeneratedUse& factor : product.factors) look_at(factor);
            }
        }
        if (stands_everywhere) return static_cast<int>(block);
    }
    return -1;
}

std::int64_t tile_count(const std::vector<TileLabel>& tile, std::size_t label) {
    for (const TileLabel& part : tile) {
        if (part.label == label) return part.count;
    }
    return 1;
}

std::int64_t items_of(const GeneratedProblem& problem, const GeneratedShape& shape,
                      std::size_t stage) {
    std::int64_t items = 1;
    for (const std::size_t label : problem.stages[stage].output.labels) {
        items *= divide_up(extent_in_block(problem, shape, label),
                           tile_count(shape.tiles[stage], label));
    }
    return items;
}

GeneratedLayout layout_of(const GeneratedProblem& problem, const GeneratedShape& shape) {
    constexpr std::int64_t alignment = 16;
    const std::int64_t element_bytes = size_bytes(problem.dtype);
    GeneratedLayout layout;
    for (const BlockLabel& block : shape.blocks) {
        layout.blocks *= divide_up(problem.labels[block.label].extent, block.chunk);
    }
    for (std::size_t tensor = 0; tensor < problem.tensors.size(); ++tensor) {
        const GeneratedTensor& whole = problem.tensors[tensor];
        SharedPart& part = layout.parts.emplace_back();
        part.is_there = shape.is_shared[tensor] != 0;
        if (!part.is_there) continue;
        part.order = by_stride(whole);
        part.extents.resize(whole.modes.size());
        part.strides.resize(whole.modes.size());
        std::int64_t elements = 1;
        for (const std::size_t mode : part.order) {
            const int block = block_of_mode(problem, shape, tensor, mode);
            part.extents[mode] = block < 0 ? whole.modes[mode].extent
                                           : shape.blocks[static_cast<std::size_t>(block)].chunk;
            part.strides[mode] = elements;
            const bool is_row = elements == 1 && part.extents[mode] > 1;
            elements *= part.extents[mode];
            if (is_row) elements = padded_row(elements, element_bytes);
        }
        part.elements = elements;
        part.offset = layout.shared_bytes;
        layout.shared_bytes += align_up(elements * element_bytes, alignment);
    }
    return layout;
}

std::string to_string(const GeneratedProblem& problem, const GeneratedShape& shape) {
    std::string text =
        fmt::format("{} blocks of {} threads", layout_of(problem, shape).blocks, shape.threads);
    for (const BlockLabel& block : shape.blocks) {
        if (block.chunk > 1) {
            text += fmt::format(", {}:{} each", problem.labels[block.label].name, block.chunk);
        }
    }
    for (std::size_t stage = 0; stage < shape.tiles.size(); ++stage) {
        for (const TileLabel& tile : shape.tiles[stage]) {
            text += fmt::format(", {}:{} a thread", problem.labels[tile.label].name, tile.count);
        }
    }
    std::string shared;
    for (std::size_t tensor = 0; tensor < problem.tensors.size(); ++tensor) {
        if (shape.is_shared[tensor] == 0) continue;
        shared += (shared.empty() ? "" : " ") + problem.tensors[tensor].name;
    }
    if (!shared.empty()) text += ", in shared memory " + shared;
    return text;
}

}  // namespace ttgt::cuda
