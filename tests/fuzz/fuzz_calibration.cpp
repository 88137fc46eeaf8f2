// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/context/calibration_file.h"

/// Any text is refused with an InvalidArgument or is a calibration.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        (void)ttgt::parse_calibration(text, "fuzz");
    } catch (const ttgt::InvalidArgument&) {
    }
    return 0;
}
