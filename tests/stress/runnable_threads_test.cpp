// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/runnable_threads.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ttgt::stress {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// Computes until it is told to stop.
class BusyThread {
public:
    BusyThread()
        : thread_([this] {
              has_begun_ = true;
              while (!stops_) {
              }
          }) {
        while (!has_begun_) std::this_thread::yield();
    }
    ~BusyThread() {
        stops_ = true;
        thread_.join();
    }
    BusyThread(const BusyThread&) = delete;
    BusyThread& operator=(const BusyThread&) = delete;

private:
    std::atomic<bool> has_begun_{false};
    std::atomic<bool> stops_{false};
    std::thread thread_;
};

TEST(WaitUntilQuiet, WaitsForThreadsThatTakeTheirTime) {
    std::atomic<bool> has_begun{false};
    std::atomic<bool> has_ended{false};
    std::thread busy([&] {
        has_begun = true;
        const auto start = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - start < 3s) {
        }
        has_ended = true;
    });
    while (!has_begun) std::this_thread::yield();

    const bool is_quiet = wait_until_quiet();

    EXPECT_TRUE(is_quiet);
    EXPECT_TRUE(has_ended);
    busy.join();
}

TEST(WorkingThreads, CountsThoseThatComputeAndNoOthers) {
    WorkingThreads threads;
    std::atomic<bool> wakes{false};
    std::thread asleep([&] { wakes.wait(false); });

    threads.repeat([] {});

    EXPECT_EQ(threads.fault(1), "");
    EXPECT_THAT(threads.fault(0), HasSubstr("0 threads at most were allowed, but 1 computed"));
    wakes = true;
    wakes.notify_all();
    asleep.join();
}

TEST(WorkingThreads, CountsThreadsThatNobodyAllowed) {
    WorkingThreads threads;
    const BusyThread busy;
    const auto start = std::chrono::steady_clock::now();

    do {  // however cores are shared, the other one has its part in time
        threads.repeat([] {});
    } while (threads.fault(1).empty() && std::chrono::steady_clock::now() - start < 60s);

    EXPECT_THAT(threads.fault(1), HasSubstr("1 threads at most were allowed, but 2 computed"));
    EXPECT_EQ(threads.fault(2), "");
}

/// Lets the process run for a few of many milliseconds, as a machine does whose cores are taken.
void starve(pid_t process, const std::atomic<bool>& stops) {
    while (!stops) {
        kill(process, SIGSTOP);
        std::this_thread::sleep_for(20ms);
        kill(process, SIGCONT);
        std::this_thread::sleep_for(1ms);
    }
}

TEST(WorkingThreads, CountsAlikeWhereCoresAreTaken) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        WorkingThreads threads;
        std::atomic<bool> wakes{false};
        std::thread asleep([&] { wakes.wait(false); });
        threads.repeat([] {});
        _exit(threads.fault(1).empty() ? 0 : 1);
    }
    std::atomic<bool> stops{false};
    std::thread taker([&] { starve(child, stops); });

    int status = 0;
    const pid_t ended = waitpid(child, &status, 0);
    stops = true;
    taker.join();

    EXPECT_EQ(ended, child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace ttgt::stress
