// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <cstdint>
#include <string>
#include <vector>

#include "contraction/expression/expression.h"
#include "tools/io/values.h"
#include "tools/operands/bindings.h"
#include "tools/operands/label_extents.h"
#include "tools/operands/spread.h"

namespace ttgt::bench {

/// How the tensors of a contraction of float64 lie on so many ranks, output first: `grid` and
/// `spread` as `ttgt contract --grid` and, with blanks between, `--spread`. One rank holds all.
[[nodiscard]] inline std::vector<DistributedLayout> layouts_of(
    const Expression& expression, const std::vector<tool::LabelExtent>& extents,
    const std::string& grid, const std::string& spread, int ranks) {
    std::vector<std::vector<std::int64_t>> shapes;
    for (const OperandLayout& operand :
         tool::packed_operands(expression, extents, DType::float64)) {
        shapes.push_back(operand.layout.extents);
    }
    std::vector<Distribution> distributions;
    if (ranks == 1) {
        for (const auto& shape : shapes) distributions.push_back(replicated(1, shape.size()));
    } else {
        std::vector<std::string> options;
        for (const std::string_view option : tool::split(spread, ' ')) options.emplace_back(option);
        distributions = tool::parse_distributions(expression, shapes, grid, options, ranks);
    }
    std::vector<DistributedLayout> layouts;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        layouts.push_back({DType::float64, shapes[i], distributions[i], {}});
    }
    return layouts;
}

}  // namespace ttgt::bench
