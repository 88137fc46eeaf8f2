// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <ctime>
#include <optional>
#include <string>

#include "src/core/function_ref.h"

namespace ttgt {

/// What enters a region that GCC has compiled, and functions of OpenMP's own interface.
struct OpenMpFunctions {
    void (*parallel)(void (*body)(void*), void* data, unsigned threads, unsigned flags) = nullptr;
    int (*max_threads)() = nullptr;
    int (*in_parallel)() = nullptr;
    int (*team_size)() = nullptr;
    int (*thread_number)() = nullptr;
    int (*pause_all)(int kind) = nullptr;
};

/// An OpenMP runtime that the process has loaded, and what is known of the main thread's team in
/// it: the threads that ran its last region and wait for the next one. Only the main thread may
/// call what is not const.
class OpenMpRuntime {
public:
    using Clock = std::chrono::steady_clock;

    /// How long the team is left alone before its threads are looked at again. libgomp's look for
    /// work for some 5 to 15 ms after a region.
    static constexpr std::chrono::milliseconds rest{50};
    /// How long it is used between two rests.
    static constexpr std::chrono::milliseconds use{2000};

    OpenMpRuntime(std::string path, const OpenMpFunctions& functions);

    [[nodiscard]] const std::string& path() const { return path_; }
    /// Whether a region of ttgt has met the team.
    [[nodiscard]] bool is_met() const { return second_thread_.has_value(); }
    [[nodiscard]] bool is_of(const OpenMpFunctions& functions) const;

    /// Whether so many threads of the team look for work at the time `now` because another library
    /// uses them. After regions of ttgt alone they are not said to: a rest in which nobody uses
    /// them shows it. True as well where ttgt has not met the team yet.
    [[nodiscard]] bool looks_for_work(int threads, Clock::time_point now);

    /// Calls body(0), ..., body(threads - 1) in a region, each on a thread of its own, and returns
    /// true; or calls nothing and returns false, where the region gets fewer threads.
    [[nodiscard]] bool run(int threads, FunctionRef<void(int thread)> body);

    /// Ends the team that ttgt has met; the next region starts another one.
    void end_team();

private:
    struct Region;

    static void enter(void* region);
    void meet_second_thread();
    [[nodiscard]] bool second_thread_runs();

    std::string path_;
    OpenMpFunctions functions_;
    std::optional<clockid_t> second_thread_;  // its processor time
    bool is_used_ = false;                    // else at rest, until:
    Clock::time_point until_;
};

}  // namespace ttgt
