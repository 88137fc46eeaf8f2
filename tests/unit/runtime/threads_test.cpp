// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/threads.h"

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt {
namespace {

constexpr std::int64_t much = std::int64_t{1} << 40;  // bytes that are worth any number of threads

using Ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

Ranges ranges_of(std::int64_t count, std::int64_t bytes, int threads) {
    std::mutex mutex;
    Ranges ranges;
    parallel_ranges(count, bytes, threads, [&](std::int64_t begin, std::int64_t end) {
        const std::lock_guard lock(mutex);
        ranges.emplace_back(begin, end);
    });
    std::sort(ranges.begin(), ranges.end());
    return ranges;
}

TEST(AvailableThreads, AreThoseRequestedOrOpenMPsDefault) {
    EXPECT_EQ(available_threads(3), 3);
    EXPECT_EQ(available_threads(0), omp_get_max_threads());
}

TEST(AvailableThreads, AreOneInsideAParallelRegion) {
    std::vector<int> seen(2, 0);

#pragma omp parallel for num_threads(2) schedule(static, 1)
    for (int i = 0; i < 2; ++i) seen[static_cast<std::size_t>(i)] = available_threads(4);

    EXPECT_EQ(seen, (std::vector<int>{1, 1}));
}

TEST(ThreadScope, LimitsTheCallingThreadUntilItEnds) {
    const int before = omp_get_max_threads();
    {
        const ThreadScope scope(before + 3);
        EXPECT_EQ(available_threads(0), before + 3);
        {
            const ThreadScope inner(1);
            EXPECT_EQ(available_threads(0), 1);
        }
        EXPECT_EQ(available_threads(0), before + 3);
    }
    EXPECT_EQ(omp_get_max_threads(), before);
}

TEST(ThreadScope, OfZeroChangesNothing) {
    const int before = omp_get_max_threads();

    const ThreadScope scope(0);

    EXPECT_EQ(omp_get_max_threads(), before);
}

TEST(ThreadScope, LeavesOtherThreadsAlone) {
    const int before = omp_get_max_threads();
    const ThreadScope scope(before + 1);
    int seen = 0;

    std::thread([&] { seen = omp_get_max_threads(); }).join();

    EXPECT_EQ(seen, before);
}

TEST(ParallelRanges, CoverTheCountInNearlyEqualParts) {
    EXPECT_EQ(ranges_of(10, much, 3), (Ranges{{0, 4}, {4, 7}, {7, 10}}));
    EXPECT_EQ(ranges_of(10, much, 1), (Ranges{{0, 10}}));
}

TEST(ParallelRanges, OfACountBeyondInt32DoNotOverflow) {
    const std::int64_t count = (std::int64_t{1} << 62) + 1;

    EXPECT_EQ(ranges_of(count, much, 2), (Ranges{{0, count / 2 + 1}, {count / 2 + 1, count}}));
}

TEST(ParallelRanges, AreNoMoreThanTheCount) {
    EXPECT_EQ(ranges_of(2, much, 5), (Ranges{{0, 1}, {1, 2}}));
}

TEST(ParallelRanges, OfLittleWorkStayOnTheCallingThread) {
    const auto caller = std::this_thread::get_id();
    std::thread::id worker;

    parallel_ranges(1000, 1000, 8, [&](std::int64_t begin, std::int64_t end) {
        worker = std::this_thread::get_id();
        EXPECT_EQ(std::pair(begin, end), (std::pair<std::int64_t, std::int64_t>(0, 1000)));
    });

    EXPECT_EQ(worker, caller);
}

TEST(ParallelRanges, OfSeveralCountsUseTheSameThreads) {
    std::mutex mutex;
    std::set<pid_t> threads;
    for (int turn = 0; turn < 20; ++turn) {
        parallel_ranges(turn % 2 == 0 ? 4 : 2, much, 4, [&](std::int64_t, std::int64_t) {
            const std::lock_guard lock(mutex);
            threads.insert(gettid());
        });
    }

    EXPECT_LE(threads.size(), 4);
}

TEST(ParallelRanges, OfNothingNeverCall) { EXPECT_TRUE(ranges_of(0, much, 2).empty()); }

TEST(ParallelRanges, DoNotNest) {
    std::vector<int> parts(2, 0);

#pragma omp parallel for num_threads(2) schedule(static, 1)
    for (int i = 0; i < 2; ++i) {
        parallel_ranges(100, much, 4,
                        [&](std::int64_t, std::int64_t) { ++parts[static_cast<std::size_t>(i)]; });
    }

    EXPECT_EQ(parts, (std::vector<int>{1, 1}));
}

}  // namespace
}  // namespace ttgt
