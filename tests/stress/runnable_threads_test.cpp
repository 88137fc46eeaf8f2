// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/runnable_threads.h"

#include <atomic>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ttgt::stress {
namespace {

using namespace std::chrono_literals;

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

TEST(RunnableCount, GivesNoVerdictByAFewSamples) {
    RunnableCount count;
    count.stop();

    EXPECT_FALSE(count.is_enough());
    EXPECT_THAT(count.fault(0), testing::HasSubstr("samples tell nothing, 40 are needed"));
}

TEST(RunnableCount, TellsOfThreadsBeyondThoseAllowedOnceSamplesAreEnough) {
    std::atomic<bool> stops{false};
    std::thread busy([&] {
        while (!stops) {
        }
    });
    RunnableCount count;
    while (!count.is_enough()) std::this_thread::sleep_for(1ms);
    count.stop();
    stops = true;
    busy.join();

    EXPECT_THAT(count.fault(0), testing::HasSubstr("0 threads at most were allowed"));
    EXPECT_EQ(count.fault(2), "");
}

}  // namespace
}  // namespace ttgt::stress
