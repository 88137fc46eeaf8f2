// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "src/cache/measured_choice.h"

/// Any text is none, or a choice that is read again as it is written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    constexpr int schema = 1;
    const auto choice = ttgt::parse_measured_choice(text, schema).choice;
    if (!choice) return 0;
    const auto again = ttgt::parse_measured_choice(ttgt::to_text(*choice, schema), schema).choice;
    const bool is_same = again && again->key == choice->key &&
                         again->measured_us == choice->measured_us &&
                         again->seconds == choice->seconds;
    if (!is_same) std::abort();
    return 0;
}
