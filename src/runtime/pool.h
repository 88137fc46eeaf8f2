// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

#include "src/core/function_ref.h"

namespace ttgt {

/// Threads that share the work of this process: that of all contexts, and that of BLAS libraries
/// which were told to use them. Threads are started when a call finds too few idle ones, and stay
/// until the process ends. A waiting thread looks for work for some 50 us and sleeps then, so that
/// it does not hold a core that another thread of the process needs. Where threads of an OpenMP
/// runtime hold cores while they look for work, they run the work instead (openmp_teams.h). Any
/// thread may call.
class Pool {
public:
    /// More parts than this are not shared by a call.
    static constexpr int most_parts = 1024;

    /// The pool of this process. A child process of fork() has a pool of its own.
    [[nodiscard]] static Pool& of_process();

    /// Whether the calling thread runs a part or a job of a pool now.
    [[nodiscard]] static bool in_task() noexcept;

    /// Calls body(0), ..., body(parts - 1), each once, on the calling thread and on idle threads of
    /// the pool, `parts` threads in all at most, and returns when all have returned. Part i begins
    /// on the i-th thread, unless that thread gets no core: then another thread takes the part.
    /// `parts` is 1 to most_parts. `body` must not throw. A part must not wait for another one: the
    /// same thread may run both.
    void run_parts(int parts, FunctionRef<void(int part)> body);

    /// Calls body(0), ..., body(jobs - 1) at the same time, each on a thread of its own, so that
    /// jobs may wait for each other, and returns when all have returned. `body` must not throw.
    /// Throws std::system_error, before any job begins, where the system has no more threads.
    void run_together(int jobs, FunctionRef<void(int job)> body);

    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

private:
    class Job;
    struct Worker;
    /// Threads that work for one call: a list of which each names the next.
    struct Team {
        Worker* first = nullptr;
        int size = 0;

        void add(Worker* worker);
        /// Assigns the job: to the caller as thread 0, to the team as threads 1 and on.
        void begin(Job& job) const;
    };

    Pool() = default;

    /// Takes up to `count` idle threads. Starts new ones only while the pool has fewer than
    /// `count`, or fewer than the processors but one.
    [[nodiscard]] Team lease_idle(int count);
    /// Takes `count` threads, idle or new. Throws as run_together().
    [[nodiscard]] Team lease_all(int count);
    void give_back(const Team& team);

    // These three need guard_. Null where there is no idle thread, or no further thread.
    [[nodiscard]] Worker* take_idle();
    [[nodiscard]] Worker* try_start_worker();

    static void before_fork();
    static void in_parent();
    static void in_child();

    std::mutex guard_;  // of the members below, and of `next` of idle workers
    Worker* idle_ = nullptr;
    int started_ = 0;
};

}  // namespace ttgt
