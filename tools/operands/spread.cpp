// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/spread.h"

#include <ttgt/error.h>

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "src/core/checked.h"
#include "tools/io/errors.h"
#include "tools/io/values.h"
#include "tools/operands/bindings.h"

namespace ttgt::tool {
namespace {

std::vector<int> parse_grid(const std::string& text, int ranks) {
    if (text.empty()) return {ranks};
    std::vector<int> grid;
    for (const std::string_view part : split(text, 'x')) {
        grid.push_back(narrow<int>(parse_integer(part, 1, "--grid"), "--grid"));
    }
    return grid;
}

/// Each axis to the mode that has most left.
Distribution by_largest_modes(const std::vector<std::int64_t>& extents,
                              const std::vector<int>& grid) {
    Distribution distribution{grid, std::vector<ModeDistribution>(extents.size())};
    for (int axis = 0; axis < static_cast<int>(grid.size()); ++axis) {
        std::size_t best = extents.size();
        for (std::size_t mode = 0; mode < extents.size(); ++mode) {
            if (distribution.modes[mode].axis >= 0) continue;
            if (best == extents.size() || extents[mode] > extents[best]) best = mode;
        }
        if (best < extents.size()) distribution.modes[best].axis = axis;
    }
    return distribution;
}

/// "a:0,e:1:16" for a tensor with these labels.
Distribution parse_spread(std::string_view text, const Factor& tensor,
                          const std::vector<int>& grid) {
    Distribution distribution{grid, std::vector<ModeDistribution>(tensor.labels.size())};
    if (text.empty()) return distribution;
    for (const std::string_view entry : split(text, ',')) {
        const std::vector<std::string_view> parts = split(entry, ':');
        const auto found =
            std::find(tensor.labels.begin(), tensor.labels.end(), std::string(parts.front()));
        if (found == tensor.labels.end() || parts.size() < 2 || parts.size() > 3) {
            throw InvalidArgument(
                fmt::format("--spread: {} is not LABEL:AXIS or LABEL:AXIS:BLOCK "
                            "with a label of {}",
                            in_quotes(entry), in_quotes(tensor.name)));
        }
        ModeDistribution& mode =
            distribution.modes[static_cast<std::size_t>(found - tensor.labels.begin())];
        mode.axis = narrow<int>(parse_integer(parts[1], 0, "--spread"), "--spread");
        if (parts.size() == 3) mode.block = parse_integer(parts[2], 1, "--spread");
    }
    return distribution;
}

}  // namespace

std::vector<Distribution> parse_distributions(const Expression& expression,
                                              const std::vector<std::vector<std::int64_t>>& extents,
                                              const std::string& grid,
                                              const std::vector<std::string>& spread, int ranks) {
    const std::vector<Factor> tensors = tensors_of(expression);
    const std::vector<int> axes = parse_grid(grid, ranks);
    std::vector<Distribution> distributions;
    distributions.reserve(extents.size());
    for (const std::vector<std::int64_t>& of : extents) {
        distributions.push_back(by_largest_modes(of, axes));
    }
    for (const std::string& option : spread) {
        const TensorOption given =
            parse_tensor_option(option, tensors, "--spread", "LABEL:AXIS[:BLOCK],...");
        distributions[given.position] = parse_spread(given.value, tensors[given.position], axes);
    }
    return distributions;
}

}  // namespace ttgt::tool
