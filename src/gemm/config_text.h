// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ttgt {

/// The word of `text` that follows `word`, as in what a BLAS says of its configuration: after
/// "OpenBLAS" in "OpenBLAS 0.3.31 USE64BITINT ..." comes "0.3.31". Empty where there is none.
[[nodiscard]] inline std::string word_after(std::string_view text, std::string_view word) {
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos) return {};
    const std::size_t begin = text.find_first_not_of(' ', at + word.size());
    if (begin == std::string_view::npos) return {};
    return std::string(text.substr(begin, text.find(' ', begin) - begin));
}

}  // namespace ttgt
