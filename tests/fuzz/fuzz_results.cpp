// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string>

#include "tools/bench/results/results_table.h"
#include "tools/bench/results/run_info.h"
#include "tools/io/errors.h"

/// Any text is refused with a FileError or is what a benchmark left, its table or its run.json.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ttgt::tool;
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        (void)parse_results(text, {"id", "x", "y"}, "fuzz");
    } catch (const FileError&) {
    }
    try {
        (void)parse_settings(text, "fuzz");
    } catch (const FileError&) {
    }
    return 0;
}
