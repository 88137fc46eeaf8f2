// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt::tool {

/// A label and its extent.
struct LabelExtent {
    std::string label;
    std::int64_t extent = 0;

    friend bool operator==(const LabelExtent&, const LabelExtent&) = default;
};
/// "a=24 b=16", "a:24,b:16" or a mixture; an empty text is an empty list. Every label once.
[[nodiscard]] std::vector<LabelExtent> parse_label_extents(std::string_view text,
                                                           std::string_view what);
/// Those of several texts, which also share no label.
[[nodiscard]] std::vector<LabelExtent> parse_label_extents(const std::vector<std::string>& texts,
                                                           std::string_view what);

}  // namespace ttgt::tool
