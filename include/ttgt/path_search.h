// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/contraction.h>
#include <ttgt/export.h>
#include <ttgt/path.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ttgt {

/// A path that was searched for, and what it costs.
struct FoundPath {
    /// The steps as PathOptions::path takes them, and opt_einsum and numpy.einsum_path too.
    std::vector<std::array<std::size_t, 2>> steps;
    double operations = 0;        ///< operations of all steps, counted as Minimize::flops says
    double largest_elements = 0;  ///< elements of the largest result of a step, the output included
    double predicted_ms = 0;      ///< predicted milliseconds of all steps, layouts left aside
    /// How many trials the search made; 0 for a search that makes none. A search with
    /// PathOptions::seconds gives the same path again with PathOptions::trials set to this number.
    std::int64_t trials = 0;
};

/// Searches for the path of an expression that is a single product, as planning with these options
/// does, but plans nothing. Where planning compares two paths, this is the one that
/// `options.minimize` asks for. PathOptions::path, if given, is checked and priced. Paths do not
/// depend on strides. Throws what plan_contraction() throws for the expression, the layouts and the
/// options, and Unsupported where the expression is a sum of several products.
[[nodiscard]] TTGT_EXPORT FoundPath find_path(Context& context, std::string_view expression,
                                              const std::vector<OperandLayout>& operands,
                                              const PathOptions& options = {});

}  // namespace ttgt
