// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ttgt {

/// How a plan is chosen.
enum class Planning : std::uint8_t {
    heuristic,  ///< by a model, in some microseconds
    measure,  ///< by running the likeliest on memory of the planner's own, as large as the tensors
};

}  // namespace ttgt
