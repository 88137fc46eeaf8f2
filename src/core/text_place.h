// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace ttgt {

/// Where a byte of a text stands, both counted from 1.
struct TextPlace {
    std::size_t line = 1;
    std::size_t column = 1;
};

/// The place of the byte at `offset`; of the text's end where there is none.
[[nodiscard]] inline TextPlace place_in(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const std::size_t line_begin = before.rfind('\n') + 1;  // 0 where no line ended
    const auto ended = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    return {ended + 1, before.size() - line_begin + 1};
}

}  // namespace ttgt
