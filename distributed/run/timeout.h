// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ttgt {

/// The seconds from which on a time-out is no limit: clocks cannot add more.
constexpr double longest_timeout = 1e9;

/// Why a rank has given up waiting for `ranks`; empty: for ranks that it cannot name.
[[nodiscard]] inline std::string why_given_up(int rank, double seconds,
                                              const std::vector<int>& ranks) {
    const std::string whom = ranks.empty()       ? "other ranks"
                             : ranks.size() == 1 ? fmt::format("rank {}", ranks.front())
                                                 : fmt::format("ranks {}", fmt::join(ranks, ", "));
    return fmt::format("rank {} has waited {} s for {}", rank, seconds, whom);
}

}  // namespace ttgt
