// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "distributed/placement.h"

namespace ttgt {

/// Indices of one mode that two ranks hold: `count` times `length` adjacent ones, at these places
/// among the indices that either rank holds.
struct IndexRuns {
    std::int64_t from = 0;  ///< of the first, with the rank that sends
    std::int64_t to = 0;    ///< with the rank that receives
    std::int64_t length = 0;
    std::int64_t count = 1;
    std::int64_t from_step = 0;  ///< from one run to the next
    std::int64_t to_step = 0;

    friend bool operator==(const IndexRuns&, const IndexRuns&) = default;
};

/// What both of two shares of the same extent hold, in order, adjacent runs merged. The number of
/// entries depends on blocks and parts, not on the extent.
[[nodiscard]] std::vector<IndexRuns> common_runs(const Share& from, const Share& to);
/// How many indices that are.
[[nodiscard]] std::int64_t common_count(const Share& from, const Share& to);

}  // namespace ttgt
