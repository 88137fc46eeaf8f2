// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>
#include <string>

namespace ttgt::stress {

struct Request {
    std::string device = "cpu";
    double seconds = 20;
    int threads = 2;
    std::uint64_t seed = 1;
    std::string only;    ///< class; empty: all
    std::string replay;  ///< CLASS.SEED; empty: draw cases
    bool here = false;   ///< replay in this process, whatever the class
};

/// Draws cases on several threads until the time is over, or replays one; a line for each that
/// failed, and a summary. Whether none failed. Throws InvalidArgument on a class or key that is
/// none.
[[nodiscard]] bool run_cases(const Request& request);

}  // namespace ttgt::stress
