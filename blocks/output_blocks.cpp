// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/block_contraction.h>

#include <utility>

#include "blocks/network/block_path.h"
#include "blocks/network/block_steps.h"
#include "blocks/problem/reached_blocks.h"
#include "contraction/expression/einsum.h"

namespace ttgt {

BlockLayout output_blocks(std::string_view expression, const std::vector<BlockLayout>& inputs) {
    std::vector<std::size_t> ranks;
    ranks.reserve(inputs.size());
    for (const BlockLayout& layout : inputs) ranks.push_back(layout.rank());
    Expression read = read_expression(expression, ranks);
    if (read.terms.size() == 1 && read.terms.front().factors.size() <= 2) {
        return blocks::reached_blocks(read, inputs);
    }
    const blocks::BlockSum sum = blocks::bind_block_factors(std::move(read), inputs);
    PathOptions options;
    options.minimize = Minimize::flops;
    const network::PathCosts costs(Minimize::flops);
    const blocks::BlockSteps steps =
        blocks::steps_along(sum, blocks::find_block_paths(sum, costs, options));
    std::vector<BlockLayout> reached;
    for (const blocks::BlockStep& step : steps.steps) {
        if (step.output != 0) continue;
        std::vector<BlockLayout> its;
        for (const std::size_t tensor : step.inputs) its.push_back(steps.tensors[tensor].layout);
        reached.push_back(blocks::reached_blocks(step.expression, its));
    }
    return reached.size() == 1 ? reached.front() : blocks::blocks_of_any(reached);
}

}  // namespace ttgt
