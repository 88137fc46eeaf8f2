// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tools/bench/cases/block_case_file.h"
#include "tools/io/errors.h"

/// Any text is refused with a FileError or is a file of cases of blocks.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ttgt::tool;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        (void)parse_block_cases(text, "fuzz");
    } catch (const FileError&) {
    }
    return 0;
}
