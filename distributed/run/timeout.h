// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "distributed/run/transport_error.h"

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

/// Asks `is_done` until it says so, at most `seconds` long. Returns whether it did.
template <class IsDone>
[[nodiscard]] bool is_done_within(double seconds, IsDone&& is_done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (!is_done()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::yield();
    }
    return true;
}

/// Whether a rank has given up waiting for others, after which its communicator is of no use.
class GivenUp {
public:
    /// Throws again what give_up() threw.
    void check() const {
        if (!why_.empty()) throw TransportError(why_);
    }
    /// Throws TransportError with the text of why_given_up(), now and at each check().
    [[noreturn]] void give_up(int rank, double seconds, const std::vector<int>& ranks) {
        why_ = why_given_up(rank, seconds, ranks);
        throw TransportError(why_);
    }
    explicit operator bool() const noexcept { return !why_.empty(); }

private:
    std::string why_;
};

}  // namespace ttgt
