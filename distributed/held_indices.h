// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ttgt {

/// For each mode, the indices of the whole tensor that the rank holds.
[[nodiscard]] inline std::vector<std::vector<std::int64_t>> held_indices(
    const DistributedLayout& layout, int rank) {
    std::vector<std::vector<std::int64_t>> held;
    for (std::size_t mode = 0; mode < layout.extents.size(); ++mode) {
        held.push_back(global_indices(layout, mode, rank));
    }
    return held;
}

}  // namespace ttgt
