// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/pool.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <system_error>
#include <utility>

#include "src/runtime/bounded_wait.h"
#include "src/runtime/openmp/openmp_teams.h"
#include "src/runtime/start_thread.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

thread_local bool is_in_task = false;

std::atomic<Pool*> process_pool{nullptr};

/// Marks the calling thread, and has an OpenMP BLAS that it calls use this thread alone.
class TaskScope {
public:
    TaskScope() : outer_(std::exchange(is_in_task, true)) {}
    ~TaskScope() { is_in_task = outer_; }
    TaskScope(const TaskScope&) = delete;
    TaskScope& operator=(const TaskScope&) = delete;

private:
    ThreadScope alone_{1};
    bool outer_;
};

}  // namespace

/// The work of one call. It lies on the caller's stack: workers touch it only while they are
/// `running`.
class Pool::Job {
public:
    /// Which parts a thread runs: the part of its number alone, or further ones as well.
    enum class Threads { run_own_part, run_any_part };

    Job(int parts, Threads threads, FunctionRef<void(int)> body)
        : body_(body), parts_(parts), threads_(threads) {}

    /// Runs the part of the thread's number, and then, with Threads::run_any_part, parts that no
    /// thread has begun.
    void work(int thread) {
        const TaskScope scope;
        if (take(thread)) body_(thread);
        if (threads_ == Threads::run_own_part) return;
        for (int part = 0; part < parts_; ++part) {
            if (take(part)) body_(part);
        }
    }

    /// Runs all of it on threads of another library that look for work, where there are so many.
    [[nodiscard]] bool run_on_openmp_team(int threads) {
        return threads > 1 && !is_in_task &&
               ttgt::run_on_openmp_team(threads, [this](int thread) { work(thread); });
    }

private:
    static constexpr int word_bits = 64;

    /// Whether the calling thread is the first that asks for this part.
    bool take(int part) {
        std::atomic<std::uint64_t>& word = taken_[static_cast<std::size_t>(part / word_bits)];
        const std::uint64_t bit = std::uint64_t{1} << (part % word_bits);
        if ((word.load(std::memory_order_relaxed) & bit) != 0) return false;
        return (word.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
    }

    FunctionRef<void(int)> body_;
    int parts_;
    Threads threads_;
    std::array<std::atomic<std::uint64_t>, most_parts / word_bits> taken_{};
};

/// A thread of the pool. Only the call that leases it sets `assigned`.
struct alignas(64) Pool::Worker {
    enum State : int { starting, idle, assigned, running };

    std::atomic<int> state{starting};
    Job* job = nullptr;      // of the present assignment
    int number = 0;          // of the thread in that job
    Worker* next = nullptr;  // in a team, or among the idle ones

    void assign(Job& its_job, int its_number) {
        job = &its_job;
        number = its_number;
        state.store(assigned, std::memory_order_release);
        state.notify_one();
    }

    /// Returns when the worker has left its job; where it has not begun, it never will.
    void release() {
        int seen = assigned;
        if (state.compare_exchange_strong(seen, idle, std::memory_order_acquire)) return;
        wait_while(state, running);
    }

    /// Returns when the worker has begun its job and left it.
    void finish() {
        wait_while(state, assigned);
        wait_while(state, running);
    }

    [[noreturn]] void loop() {
        {
            const ThreadScope first(1);
        }  // OpenMP allocates the thread's settings here, not in a run
        state.store(idle, std::memory_order_release);
        state.notify_one();
        while (true) {
            wait_while(state, idle);
            int seen = assigned;
            if (!state.compare_exchange_strong(seen, running, std::memory_order_acquire)) continue;
            job->work(number);
            state.store(idle, std::memory_order_release);
            state.notify_one();
        }
    }
};

void Pool::Team::add(Worker* worker) {
    worker->next = first;
    first = worker;
    ++size;
}

void Pool::Team::begin(Job& job) const {
    int number = 0;
    for (Worker* worker = first; worker != nullptr; worker = worker->next) {
        worker->assign(job, ++number);
    }
}

Pool& Pool::of_process() {
    // Never destroyed: its threads may sleep in it until the process ends.
    static Pool* const first = [] {
        process_pool = new Pool;
        (void)pthread_atfork(before_fork, in_parent, in_child);
        return process_pool.load();
    }();
    Pool* const pool = process_pool.load(std::memory_order_acquire);
    return pool == nullptr ? *first : *pool;
}

bool Pool::in_task() noexcept { return is_in_task; }

void Pool::before_fork() { of_process().guard_.lock(); }

void Pool::in_parent() { of_process().guard_.unlock(); }

void Pool::in_child() { process_pool = new Pool; }

Pool::Worker* Pool::try_start_worker() {
    auto worker = std::make_unique<Worker>();
    try {
        start_thread(started_ + 1, [its = worker.get()] { its->loop(); });
    } catch (const std::system_error&) {
        return nullptr;
    }
    wait_while(worker->state, Worker::starting);
    ++started_;
    return worker.release();
}

Pool::Worker* Pool::take_idle() {
    Worker* const worker = idle_;
    if (worker != nullptr) idle_ = worker->next;
    return worker;
}

Pool::Team Pool::lease_idle(int count) {
    const int most = std::max(count, processors() - 1);
    Team team;
    const std::lock_guard lock(guard_);
    while (team.size < count) {
        Worker* worker = take_idle();
        if (worker == nullptr && started_ < most) worker = try_start_worker();
        if (worker == nullptr) break;
        team.add(worker);
    }
    return team;
}

Pool::Team Pool::lease_all(int count) {
    Team team;
    {
        const std::lock_guard lock(guard_);
        while (team.size < count) {
            Worker* worker = take_idle();
            if (worker == nullptr) worker = try_start_worker();
            if (worker == nullptr) break;
            team.add(worker);
        }
    }
    if (team.size == count) return team;
    give_back(team);
    throw std::system_error(EAGAIN, std::generic_category(), "a thread of the pool");
}

void Pool::give_back(const Team& team) {
    const std::lock_guard lock(guard_);
    for (Worker* worker = team.first; worker != nullptr;) {
        Worker* const next = worker->next;
        worker->next = idle_;
        idle_ = worker;
        worker = next;
    }
}

void Pool::run_parts(int parts, FunctionRef<void(int)> body) {
    Job job(parts, Job::Threads::run_any_part, body);
    if (job.run_on_openmp_team(parts)) return;
    const Team team = is_in_task ? Team() : lease_idle(parts - 1);
    team.begin(job);
    job.work(0);
    for (Worker* worker = team.first; worker != nullptr; worker = worker->next) worker->release();
    give_back(team);
}

void Pool::run_together(int jobs, FunctionRef<void(int)> body) {
    Job job(jobs, Job::Threads::run_own_part, body);
    if (job.run_on_openmp_team(jobs)) return;
    const Team team = lease_all(jobs - 1);
    team.begin(job);
    job.work(0);
    for (Worker* worker = team.first; worker != nullptr; worker = worker->next) worker->finish();
    give_back(team);
}

}  // namespace ttgt
