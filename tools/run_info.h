// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tools/ceilings.h"

namespace ttgt::tool {

/// What a reader needs to judge and repeat the numbers of one benchmark run.
struct RunInfo {
    std::vector<std::string> command_line;
    Device device{};
    int threads = 0;  ///< used, not asked for
    int repeats = 0;
    Ceilings ceilings;
    std::int64_t cases = 0;  ///< selected
    std::int64_t rows = 0;   ///< written
    bool interrupted = false;
};

/// With the machine, the build and the date added.
[[nodiscard]] std::string to_json(const RunInfo& info);

}  // namespace ttgt::tool
