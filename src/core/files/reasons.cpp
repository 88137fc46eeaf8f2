// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/files/reasons.h"

#include <system_error>

#include <fmt/format.h>

namespace ttgt {

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::string result = "'";
    for (const char character : text.substr(0, longest)) {
        const auto code = static_cast<unsigned char>(character);
        if (code < 0x20 || code == 0x7f) {
            result += fmt::format("\\x{:02x}", code);
        } else {
            result += character;
        }
    }
    return result + (text.size() > longest ? "...'" : "'");
}

std::string system_reason(int error_number) {
    return ": " + std::generic_category().message(error_number);
}

}  // namespace ttgt
