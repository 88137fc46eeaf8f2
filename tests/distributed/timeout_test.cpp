// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// How long ranks that are threads wait for each other; late_rank.cpp is the test of processes.
#include <ttgt/distributed.h>
#include <ttgt/error.h>

#include <chrono>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "distributed/run/thread_ranks.h"
#include "tests/distributed/ranks.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(ThreadRanks, DoNotWaitBeyondTheirTimeout) {
    if (has_processes()) GTEST_SKIP() << "of threads";
    std::vector<Communicator> ranks = Communicator::local(4);
    ranks[0].set_timeout(0.02);
    const auto failure_of = [&](std::size_t rank) {
        return refusal_of<DeviceError>([&] { (void)largest(*ranks[rank].transport(), 1); });
    };
    std::string of_another;
    std::thread without_limit([&] { of_another = failure_of(1); });
    const std::string failure = failure_of(0);
    without_limit.join();

    EXPECT_THAT(failure, StartsWith("rank 0 has waited 0.02 s for ranks "));
    EXPECT_THAT(failure, HasSubstr("2, 3")) << "rank 1 may have come or not";
    EXPECT_EQ(of_another, failure);
    EXPECT_EQ(failure_of(2), failure) << "a rank that comes late";
    EXPECT_EQ(failure_of(0), failure) << "a call after the one that failed";
}

TEST(ThreadRanks, KeepWhatIsReadUntilItHasBeenRead) {
    if (has_processes()) GTEST_SKIP() << "of threads";
    Board board(2);
    const std::string text = "text";
    std::thread reader([&] {
        const Reading reading = board.meet_to_read(1, 10);
        std::this_thread::sleep_for(std::chrono::milliseconds(50));  // longer than the other waits
        EXPECT_EQ(board.post(0).text, &text);
    });
    board.post(0).text = &text;
    { const Reading reading = board.meet_to_read(0, 10); }
    EXPECT_EQ(refusal_of<DeviceError>([&] { board.meet(0, 0.01); }),
              "rank 0 has waited 0.01 s for rank 1");
    board.post(0).text = nullptr;
    reader.join();
}

TEST(Communicator, RefusesATimeoutThatIsNone) {
    Communicator ranks = std::move(Communicator::local(1).front());
    for (const double seconds : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_THAT(refusal_of<InvalidArgument>([&] { ranks.set_timeout(seconds); }),
                    HasSubstr("no time to wait"));
    }
    ranks.set_timeout(std::numeric_limits<double>::infinity());
    EXPECT_EQ(largest(*ranks.transport(), 5), 5);
}

}  // namespace
}  // namespace ttgt::test
