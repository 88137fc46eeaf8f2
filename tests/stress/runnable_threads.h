// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

#include <sys/types.h>

namespace ttgt::stress {

/// Threads of this process that run or want to, without the caller. Linux.
[[nodiscard]] int runnable_threads();

/// Waits until other threads have gone to sleep that still look for work, however few cores there
/// are for them; a minute at most. Whether they have.
[[nodiscard]] bool wait_until_quiet();

/// Counts the threads of this process that compute, by their processor time: that of a thread which
/// waits for a core stands still, so busy machines make the count slow but not wrong.
class WorkingThreads {
public:
    WorkingThreads();

    /// Calls `work` until the calling thread has computed long enough for a verdict, or for a
    /// minute, and looks at all threads, those of its team too. Several threads may call it.
    template <class Work>
    void repeat(Work&& work) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        const std::chrono::nanoseconds begin = own_time();
        do {
            work();
        } while (own_time() - begin < enough && std::chrono::steady_clock::now() < end);
        look();
        if (own_time() - begin < enough) note_too_little(own_time() - begin);
    }

    /// What went wrong where more than `allowed` threads have computed, or a caller of repeat() had
    /// no time to; empty where nothing did.
    [[nodiscard]] std::string fault(int allowed) const;

private:
    using Times = std::map<pid_t, std::chrono::nanoseconds>;

    /// Processor time that a caller of repeat() is to have had.
    static constexpr std::chrono::milliseconds enough{20};
    /// Processor time that only threads with work of their own have: to wake and to find nothing
    /// takes microseconds.
    static constexpr std::chrono::milliseconds of_work{5};

    [[nodiscard]] static std::chrono::nanoseconds own_time();
    [[nodiscard]] static Times times();
    void look();
    void note_too_little(std::chrono::nanoseconds had);

    Times before_;
    mutable std::mutex mutex_;
    Times after_;  ///< of threads that may have ended since
    std::string too_little_;
};

}  // namespace ttgt::stress
