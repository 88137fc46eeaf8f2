// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ttgt::cutensor {

/// cuTENSOR's levels of logging. Level n is bit n - 1 of its masks.
enum class LogLevel : std::int32_t {
    error = 1,
    performance_trace = 2,
    performance_hint = 3,
    heuristics_trace = 4,
    api_trace = 5,
};

/// Whether a message of this level would be written. Costs one atomic read.
[[nodiscard]] bool is_logged(LogLevel level) noexcept;
/// Writes the message to the file and the callback that were set, if its level is asked for. Drops
/// it where there is no memory to do so.
void log(LogLevel level, const char* function, const char* message) noexcept;

}  // namespace ttgt::cutensor
