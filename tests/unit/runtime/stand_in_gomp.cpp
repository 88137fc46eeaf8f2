// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// A library that answers like an OpenMP runtime, whose threads look for work or sleep as a test
// says. All threads of a test call it in turn.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace {

struct Team {
    std::mutex guard;
    std::condition_variable changed;
    std::vector<std::thread> threads;
    void (*body)(void*) = nullptr;
    void* data = nullptr;
    int size = 1;     // of the present region
    int region = 0;   // counts up
    int running = 0;  // threads of the present region
    bool ends = false;
    bool looks = false;  // instead of sleeping
};

Team team;
int most = 4;   // what omp_get_max_threads() says
int given = 4;  // what a region gets
thread_local int number = 0;
thread_local bool is_in_region = false;

/// Waits for a region after `seen`, and returns its number; 0 where the team ends.
int next_region(int seen) {
    std::unique_lock lock(team.guard);
    while (team.region == seen && !team.ends) {
        if (!team.looks) {
            team.changed.wait(lock);
            continue;
        }
        lock.unlock();
        for (int look = 0; look < 1000; ++look) std::atomic_signal_fence(std::memory_order_seq_cst);
        lock.lock();
    }
    return team.ends ? 0 : team.region;
}

void run_region() {
    is_in_region = true;
    team.body(team.data);
    is_in_region = false;
}

void work(int its_number, int seen) {
    number = its_number;
    while ((seen = next_region(seen)) != 0) {
        if (number < team.size) run_region();
        const std::lock_guard lock(team.guard);
        --team.running;
        team.changed.notify_all();
    }
}

void start_threads(int count) {
    while (static_cast<int>(team.threads.size()) < count) {
        team.threads.emplace_back(work, static_cast<int>(team.threads.size()) + 1, team.region);
    }
}

}  // namespace

extern "C" {

int omp_get_max_threads() { return most; }
int omp_in_parallel() { return is_in_region ? 1 : 0; }
int omp_get_num_threads() { return team.size; }
int omp_get_thread_num() { return number; }

int omp_pause_resource_all(int /*kind*/) {
    {
        const std::lock_guard lock(team.guard);
        team.ends = true;
        team.changed.notify_all();
    }
    for (std::thread& thread : team.threads) thread.join();
    team.threads.clear();
    team.ends = false;
    return 0;
}

void GOMP_parallel(void (*body)(void*), void* data, unsigned threads, unsigned /*flags*/) {
    start_threads(std::min(static_cast<int>(threads), given) - 1);
    {
        const std::lock_guard lock(team.guard);
        team.body = body;
        team.data = data;
        team.size = std::min(static_cast<int>(threads), given);
        team.running = static_cast<int>(team.threads.size());
        ++team.region;
        team.changed.notify_all();
    }
    run_region();
    std::unique_lock lock(team.guard);
    team.changed.wait(lock, [] { return team.running == 0; });
}

/// What the functions above say and do from now on.
void stand_in_set(int its_most, int its_given, bool looks) {
    const std::lock_guard lock(team.guard);
    most = its_most;
    given = its_given;
    team.looks = looks;
    team.changed.notify_all();
}

int stand_in_regions() { return team.region; }
int stand_in_threads() { return static_cast<int>(team.threads.size()); }
}
