// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/pool.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/sanitizer.h"

namespace ttgt {
namespace {

using std::chrono::milliseconds;

/// How often each of `parts` was called.
std::vector<int> calls_of(int parts) {
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(parts));
    Pool::of_process().run_parts(parts, [&](int part) { ++calls[static_cast<std::size_t>(part)]; });
    return {calls.begin(), calls.end()};
}

TEST(Pool, RunsEachPartOnce) {
    for (const int parts : {1, 2, 3, 63, 64, 65, 200, Pool::most_parts}) {
        EXPECT_EQ(calls_of(parts), std::vector<int>(static_cast<std::size_t>(parts), 1));
    }
}

TEST(Pool, TakesAPartWhoseThreadIsLate) {
    std::mutex mutex;
    std::set<std::thread::id> threads;
    const auto note = [&](int) {
        const std::lock_guard lock(mutex);
        threads.insert(std::this_thread::get_id());
    };
    // Another call holds all threads that the pool has: the calling thread does all parts.
    std::atomic<int> held{0};
    std::atomic<bool> done{false};
    constexpr int others = Pool::most_parts;
    std::thread holder([&] {
        Pool::of_process().run_together(others, [&](int) {
            ++held;
            done.wait(false);
        });
    });
    while (held < others) std::this_thread::yield();

    Pool::of_process().run_parts(3, note);

    done = true;
    done.notify_all();
    holder.join();
    EXPECT_EQ(threads, std::set{std::this_thread::get_id()});
}

TEST(Pool, RunsJobsTogetherThatWaitForEachOther) {
    constexpr int jobs = 9;
    std::atomic<int> arrived{0};

    Pool::of_process().run_together(jobs, [&](int) {
        ++arrived;
        while (arrived < jobs) std::this_thread::yield();
    });

    EXPECT_EQ(arrived, jobs);
}

TEST(Pool, RunsJobsOfATaskTogether) {
    std::atomic<int> arrived{0};

    Pool::of_process().run_parts(2, [&](int) {
        std::atomic<int> here{0};
        Pool::of_process().run_together(3, [&](int) {
            ++here;
            while (here < 3) std::this_thread::yield();
        });
        arrived += here;
    });

    EXPECT_EQ(arrived, 6);
}

TEST(Pool, DoesNotShareThePartsOfATask) {
    std::atomic<int> elsewhere{0};

    Pool::of_process().run_parts(2, [&](int) {
        EXPECT_TRUE(Pool::in_task());
        const auto own = std::this_thread::get_id();
        Pool::of_process().run_parts(4, [&](int) {
            if (std::this_thread::get_id() != own) ++elsewhere;
        });
    });

    EXPECT_EQ(elsewhere, 0);
    EXPECT_FALSE(Pool::in_task());
}

TEST(Pool, ServesSeveralThreadsAtATime) {
    std::atomic<int> calls{0};
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 4; ++caller) {
        callers.emplace_back([&] {
            for (int turn = 0; turn < 200; ++turn) {
                Pool::of_process().run_parts(5, [&](int) { ++calls; });
                if (turn % 50 == 0) Pool::of_process().run_together(3, [&](int) { ++calls; });
            }
        });
    }
    for (std::thread& caller : callers) caller.join();

    EXPECT_EQ(calls, 4 * (200 * 5 + 4 * 3));
}

/// Processor seconds of all threads of this process.
double processor_seconds() {
    std::timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

TEST(Pool, SleepsSoonAfterItsWork) {
    EXPECT_EQ(calls_of(4), std::vector<int>(4, 1));
    std::this_thread::sleep_for(milliseconds(20));  // longer than threads look for work

    const double before = processor_seconds();
    std::this_thread::sleep_for(milliseconds(200));

    EXPECT_LT(processor_seconds() - before, 0.05);
}

TEST(Pool, OfAChildProcessHasItsOwnThreads) {
    if (test::is_thread_sanitized) GTEST_SKIP() << "it ends children that start threads";
    EXPECT_EQ(calls_of(4), std::vector<int>(4, 1));

    const pid_t child = fork();
    if (child == 0) {
        std::atomic<int> arrived{0};
        Pool::of_process().run_together(3, [&](int) {
            ++arrived;
            while (arrived < 3) std::this_thread::yield();
        });
        _exit(calls_of(4) == std::vector<int>(4, 1) && arrived == 3 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);

    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace ttgt
