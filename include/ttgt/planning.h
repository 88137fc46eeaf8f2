// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ttgt {

/// How the plan is chosen among the candidates.
enum class Planning : std::uint8_t {
    /// By predicted times. Runs nothing.
    heuristic,
    /// By running the candidates with the lowest predicted times and taking the fastest. The
    /// planner allocates memory of the operands' sizes for these runs; it does not touch the
    /// operands.
    measure,
};

}  // namespace ttgt
