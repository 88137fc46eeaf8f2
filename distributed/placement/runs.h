// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "distributed/placement/placement.h"

namespace ttgt {

/// Indices of one mode that both the sending and the receiving rank hold: `count` runs of `length`
/// adjacent indices. Positions count the indices that a rank holds, from 0.
struct IndexRuns {
    std::int64_t from = 0;       ///< position of the first index at the sending rank
    std::int64_t to = 0;         ///< position of the first index at the receiving rank
    std::int64_t length = 0;     ///< indices of one run
    std::int64_t count = 1;      ///< number of runs
    std::int64_t from_step = 0;  ///< positions from one run to the next at the sending rank
    std::int64_t to_step = 0;    ///< positions from one run to the next at the receiving rank

    friend bool operator==(const IndexRuns&, const IndexRuns&) = default;
};

/// The indices that two shares of the same mode have in common, in ascending order, with adjacent
/// runs merged. The number of entries depends on the blocks and parts, but not on the extent.
[[nodiscard]] std::vector<IndexRuns> common_runs(const Share& from, const Share& to);
/// The number of indices that two shares of the same mode have in common.
[[nodiscard]] std::int64_t common_count(const Share& from, const Share& to);

}  // namespace ttgt
