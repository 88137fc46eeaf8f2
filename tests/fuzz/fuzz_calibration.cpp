// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/context/calibration_file.h"
#include "src/context/link_rates_file.h"

template <class Parse>
void parse_or_refuse(Parse&& parse) {
    try {
        (void)parse();
    } catch (const ttgt::InvalidArgument&) {
    }
}

/// Any text is refused with an InvalidArgument or is a calibration, of a device or of links.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    parse_or_refuse([&] { return ttgt::parse_calibration(text, "fuzz"); });
    parse_or_refuse([&] { return ttgt::parse_link_rates(text, "fuzz"); });
    return 0;
}
