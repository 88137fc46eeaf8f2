// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace ttgt {

/// Tells whether threads of other libraries work in this process: those that are neither its first
/// thread nor of the pool. One thread at a time may use it.
class OtherThreads {
public:
    using Clock = std::chrono::steady_clock;

    /// How long a result is kept. A look takes some 10 us for each thread of the process.
    static constexpr std::chrono::milliseconds between_looks{50};

    /// Whether they have worked between the last two looks, 0.5 ms in all or more. False before
    /// the second look, and where the system does not tell.
    [[nodiscard]] bool have_worked(Clock::time_point now);

private:
    Clock::time_point next_look_;
    std::optional<std::int64_t> nanoseconds_;  // of processor time, at the last look
    bool have_worked_ = false;
};

}  // namespace ttgt
