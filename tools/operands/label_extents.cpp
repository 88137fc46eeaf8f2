// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/label_extents.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "tools/io/errors.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

LabelExtent parse_label_extent(std::string_view text, std::string_view what) {
    const std::size_t position = text.find_first_of("=:");
    if (position == 0 || position == std::string_view::npos) {
        throw InvalidArgument(
            fmt::format("{}: {} is not a label and its extent; a=3 b=4 and a:3,b:4 are read", what,
                        in_quotes(text)));
    }
    const std::string label(text.substr(0, position));
    return LabelExtent{label, parse_integer(text.substr(position + 1), 0, what)};
}

void add(LabelExtent entry, std::vector<LabelExtent>& extents, std::string_view what) {
    const auto same = std::find_if(extents.begin(), extents.end(), [&](const LabelExtent& earlier) {
        return earlier.label == entry.label;
    });
    if (same != extents.end()) {
        throw InvalidArgument(fmt::format("{}: label {} has two extents, {} and {}", what,
                                          in_quotes(entry.label), same->extent, entry.extent));
    }
    extents.push_back(std::move(entry));
}

}  // namespace

std::vector<LabelExtent> parse_label_extents(std::string_view text, std::string_view what) {
    std::vector<LabelExtent> extents;
    if (text.find_first_not_of(' ') == std::string_view::npos) return extents;
    for (const std::string_view list : split(text, ',')) {
        std::size_t pairs = 0;
        for (const std::string_view pair : split(list, ' ')) {
            if (pair.empty()) continue;
            add(parse_label_extent(pair, what), extents, what);
            ++pairs;
        }
        if (pairs == 0) (void)parse_label_extent("", what);  // nothing between two commas
    }
    return extents;
}

std::vector<LabelExtent> parse_label_extents(const std::vector<std::string>& texts,
                                             std::string_view what) {
    std::vector<LabelExtent> extents;
    for (const std::string& text : texts) {
        for (LabelExtent& entry : parse_label_extents(text, what)) {
            add(std::move(entry), extents, what);
        }
    }
    return extents;
}

}  // namespace ttgt::tool
