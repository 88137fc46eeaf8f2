// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "distributed/placement/pieces.h"

namespace ttgt {

/// The most ranks that are examined to find the one that receives most elements.
inline constexpr int sampled_ranks = 64;

/// The number of elements of the rank that holds most.
[[nodiscard]] std::int64_t largest_shard(const Placement& placement,
                                         const std::vector<std::int64_t>& extents);

/// The number of elements that a rank receives from other ranks.
struct Received {
    int rank = 0;
    std::int64_t elements = 0;
};

/// The rank that receives most elements, among `sampled_ranks` ranks. If these receive none, the
/// other ranks are examined too: the result has no elements only if no rank receives any.
[[nodiscard]] Received most_received(const Movement& movement, int ranks);

}  // namespace ttgt
