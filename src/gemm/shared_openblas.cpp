// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <ttgt/threads.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "src/gemm/openblas_copies.h"
#include "src/runtime/loaded_libraries.h"
#include "src/runtime/pool.h"

namespace ttgt {
namespace {

/// Held while the jobs of a call run: OpenBLAS has one buffer for the i-th job, whatever the call.
/// A child of fork() has a mutex of its own, because the thread that held this one is not there.
std::atomic<std::mutex*> one_call{nullptr};

/// What this process has asked of its copies of OpenBLAS, which do not tell.
struct Sharing {
    std::mutex guard;                ///< of the fields below
    std::vector<SetRunJobs> shared;  ///< of the copies that use this process's pool
    unsigned long long loaded = 0;   ///< loaded_libraries() when copies were last looked for
};

/// Never destroyed: jobs may run while the process ends.
Sharing& sharing();

void before_fork() { sharing().guard.lock(); }
void in_parent() { sharing().guard.unlock(); }
void in_child() {
    one_call = new std::mutex;
    sharing().guard.unlock();
}

Sharing& sharing() {
    static auto* const instance = [] {
        one_call = new std::mutex;
        (void)pthread_atfork(before_fork, in_parent, in_child);
        return new Sharing;
    }();
    return *instance;
}

/// Whether the calling thread runs a job of OpenBLAS now.
thread_local bool is_in_call = false;

/// Where the system has no more threads, those that other calls hold come back after a while.
void run_when_there_are_threads(int jobs, FunctionRef<void(int)> body) {
    while (true) {
        try {
            return Pool::of_process().run_together(jobs, body);
        } catch (const std::system_error&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
}

/// Called by OpenBLAS, whose jobs wait for each other.
void run_jobs(int /*wait*/, RunJob run, int jobs, std::size_t job_bytes, void* first, int data) {
    const auto body = [=](int job) {
        run(job, static_cast<std::byte*>(first) + static_cast<std::size_t>(job) * job_bytes, data);
    };
    if (jobs <= 1) return body(0);
    // A job that calls OpenBLAS again is within the call that holds the mutex.
    std::unique_lock lock(*one_call.load(), std::defer_lock);
    if (!is_in_call) lock.lock();
    run_when_there_are_threads(jobs, [&](int job) {
        const bool outer = std::exchange(is_in_call, true);
        body(job);
        is_in_call = outer;
    });
}

bool is_shared(const Sharing& state, SetRunJobs copy) {
    return copy != nullptr &&
           std::find(state.shared.begin(), state.shared.end(), copy) != state.shared.end();
}

}  // namespace

std::vector<OpenBlasCopy> openblas_copies() {
    Sharing& state = sharing();
    const std::lock_guard lock(state.guard);
    std::vector<OpenBlasCopy> result;
    for (LoadedOpenBlas& copy : find_openblas_copies()) {
        result.push_back({std::move(copy.path), std::move(copy.version),
                          copy.set_run_jobs != nullptr, is_shared(state, copy.set_run_jobs)});
    }
    return result;
}

void share_openblas_threads() {
    Sharing& state = sharing();
    const std::lock_guard lock(state.guard);
    const unsigned long long loaded = loaded_libraries();
    if (state.loaded == loaded) return;
    for (const LoadedOpenBlas& copy : find_openblas_copies()) {
        if (copy.set_run_jobs == nullptr || is_shared(state, copy.set_run_jobs)) continue;
        state.shared.push_back(copy.set_run_jobs);
        copy.set_run_jobs(run_jobs);
    }
    state.loaded = loaded;
}

void unshare_openblas_threads() {
    Sharing& state = sharing();
    const std::lock_guard lock(state.guard);
    // A call that has begun on the pool ends before one can begin on the copy's own threads.
    std::unique_lock call(*one_call.load(), std::defer_lock);
    if (!is_in_call) call.lock();
    for (const SetRunJobs set : state.shared) set(nullptr);
    state.shared.clear();
    state.loaded = 0;
}

}  // namespace ttgt
