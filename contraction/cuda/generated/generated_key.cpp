// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/generated/generated_key.h"

#include <fmt/format.h>

#include "src/cache/measured_choice.h"

namespace ttgt::cuda {
namespace {

std::string use_text(const GeneratedUse& use) {
    std::string text = fmt::format(" {}{}", use.tensor, use.conjugated ? "*" : "");
    for (const std::size_t label : use.labels) text += fmt::format(",{}", label);
    return text;
}

std::string stage_text(const GeneratedStage& stage) {
    std::string text = "stage" + use_text(stage.output) + (stage.adds ? " +=" : " =");
    for (const GeneratedProduct& product : stage.products) {
        text += fmt::format(" + {}", product.scale);
        for (const GeneratedUse& factor : product.factors) text += use_text(factor);
        for (const std::size_t label : product.sums) text += fmt::format(" over {}", label);
    }
    return text + "\n";
}

void append_pair(std::vector<std::int64_t>& group, std::size_t label, std::int64_t count) {
    group.push_back(static_cast<std::int64_t>(label));
    group.push_back(count);
}

}  // namespace

KernelKey key_of(const GeneratedShape& shape) {
    KernelKey key{"generated", {{shape.threads}, {}, {}}};
    for (const BlockLabel& block : shape.blocks) {
        append_pair(key.groups[1], block.label, block.chunk);
    }
    for (const char is_shared : shape.is_shared) key.groups[2].push_back(is_shared != 0 ? 1 : 0);
    for (const std::vector<TileLabel>& tile : shape.tiles) {
        std::vector<std::int64_t>& group = key.groups.emplace_back();
        for (const TileLabel& part : tile) append_pair(group, part.label, part.count);
    }
    return key;
}

std::string problem_key(const GeneratedProblem& problem, const std::string& device) {
    std::string text = fmt::format("generated kernel\n{}\n{}\n{}\n", one_line_of(problem.text),
                                   one_line_of(device), name(problem.dtype));
    for (const GeneratedLabel& label : problem.labels) {
        text += fmt::format("label {} {}\n", one_line_of(label.name), label.extent);
    }
    for (const GeneratedTensor& tensor : problem.tensors) {
        text += fmt::format("tensor {}{}{}", one_line_of(tensor.name),
                            tensor.is_temporary ? " temporary" : "",
                            tensor.is_written ? " written" : "");
        for (const GeneratedMode& mode : tensor.modes) {
            text += fmt::format(" {}:{}", mode.extent, mode.stride);
        }
        text += '\n';
    }
    for (const GeneratedStage& stage : problem.stages) text += stage_text(stage);
    return text;
}

}  // namespace ttgt::cuda
