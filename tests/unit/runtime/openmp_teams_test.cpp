// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/openmp/openmp_teams.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <ttgt/threads.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "src/runtime/openmp/openmp_runtime.h"
#include "src/runtime/openmp/other_threads.h"
#include "src/runtime/pool.h"
#include "tests/support/sanitizer.h"

namespace ttgt {
namespace {

/// tests/unit/runtime/stand_in_gomp.cpp, loaded.
void* stand_in() {
    static void* const library = dlopen(TTGT_STAND_IN_GOMP, RTLD_NOW | RTLD_LOCAL);
    return library;
}

template <class Function>
Function function_of_stand_in(const char* name) {
    return reinterpret_cast<Function>(dlsym(stand_in(), name));
}

int regions() { return function_of_stand_in<int (*)()>("stand_in_regions")(); }
int team_threads() { return function_of_stand_in<int (*)()>("stand_in_threads")(); }
void set_stand_in(int most, int given, bool looks) {
    function_of_stand_in<void (*)(int, int, bool)>("stand_in_set")(most, given, looks);
}

/// A region of the library's own.
void run_region(void (*body)(void*), void* data) {
    function_of_stand_in<void (*)(void (*)(void*), void*, unsigned, unsigned)>("GOMP_parallel")(
        body, data, 4, 0);
}

/// How often each part was called.
std::vector<int> times_called(int parts) {
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(parts));
    Pool::of_process().run_parts(parts, [&](int part) { ++calls[static_cast<std::size_t>(part)]; });
    return {calls.begin(), calls.end()};
}

/// Regions that one call of three parts begins.
int regions_of_a_call() {
    const int before = regions();
    EXPECT_EQ(times_called(3), std::vector<int>(3, 1));
    return regions() - before;
}

/// Whether one of the calls of some seconds begins a region. On a busy machine a thread that looks
/// for work may have no core at the moment.
bool soon_begins_a_region() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < end) {
        if (regions_of_a_call() == 1) return true;
    }
    return false;
}

void sleep_through_a_rest() { std::this_thread::sleep_for(OpenMpRuntime::rest * 2); }

bool is_shared() {
    const std::vector<OpenMpLibrary> all = openmp_libraries();
    const auto found = std::find_if(all.begin(), all.end(), [](const OpenMpLibrary& library) {
        return library.path == TTGT_STAND_IN_GOMP;
    });
    EXPECT_NE(found, all.end());
    return found != all.end() && found->is_shared;
}

class OpenMpTeams : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_NE(stand_in(), nullptr) << dlerror();
        set_stand_in(4, 4, true);
        run_region([](void*) {}, nullptr);
        share_openmp_threads();
    }
    void TearDown() override {
        unshare_openmp_threads();
        function_of_stand_in<int (*)(int)>("omp_pause_resource_all")(1);
    }
};

TEST_F(OpenMpTeams, AreListed) {
    EXPECT_TRUE(is_shared());
    unshare_openmp_threads();
    EXPECT_FALSE(is_shared());
    EXPECT_EQ(regions_of_a_call(), 0);
}

TEST_F(OpenMpTeams, RunPartsWhileTheyLookForWork) {
    EXPECT_TRUE(soon_begins_a_region());  // the team is met, or was by a test before
    sleep_through_a_rest();
    EXPECT_TRUE(soon_begins_a_region());
}

/// Whether the runtime says so soon, of the same time: its second thread may have no core just now.
bool soon_looks_for_work(OpenMpRuntime& runtime, OpenMpRuntime::Clock::time_point now) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < end) {
        if (runtime.looks_for_work(3, now)) return true;
    }
    return false;
}

TEST_F(OpenMpTeams, AreLeftAloneForARestNowAndThen) {
    OpenMpFunctions functions;
    functions.parallel = function_of_stand_in<decltype(functions.parallel)>("GOMP_parallel");
    functions.max_threads = function_of_stand_in<int (*)()>("omp_get_max_threads");
    functions.in_parallel = function_of_stand_in<int (*)()>("omp_in_parallel");
    functions.team_size = function_of_stand_in<int (*)()>("omp_get_num_threads");
    functions.thread_number = function_of_stand_in<int (*)()>("omp_get_thread_num");
    functions.pause_all = function_of_stand_in<int (*)(int)>("omp_pause_resource_all");
    OpenMpRuntime runtime("stand-in", functions);
    const auto start = OpenMpRuntime::Clock::now();
    const auto little = std::chrono::milliseconds(1);
    EXPECT_TRUE(runtime.looks_for_work(3, start));  // it is to be met
    EXPECT_TRUE(runtime.run(3, [](int) {}));

    EXPECT_FALSE(runtime.looks_for_work(3, start + OpenMpRuntime::rest - little));
    const auto used = start + OpenMpRuntime::rest;
    EXPECT_TRUE(soon_looks_for_work(runtime, used));
    EXPECT_TRUE(soon_looks_for_work(runtime, used + OpenMpRuntime::use - little));
    const auto rests = used + OpenMpRuntime::use;
    EXPECT_FALSE(runtime.looks_for_work(3, rests));
    EXPECT_FALSE(runtime.looks_for_work(3, rests + OpenMpRuntime::rest - little));
    EXPECT_TRUE(soon_looks_for_work(runtime, rests + OpenMpRuntime::rest));
}

TEST_F(OpenMpTeams, AreLeftAloneWhileTheySleep) {
    EXPECT_TRUE(soon_begins_a_region());
    set_stand_in(4, 4, false);
    sleep_through_a_rest();
    for (int call = 0; call < 20; ++call) EXPECT_EQ(regions_of_a_call(), 0);
}

TEST_F(OpenMpTeams, RunJobsTogether) {
    sleep_through_a_rest();
    ASSERT_TRUE(soon_begins_a_region());
    for (int call = 0; call < 20; ++call) {
        std::atomic<int> arrived{0};
        Pool::of_process().run_together(4, [&](int) {
            ++arrived;
            while (arrived < 4) std::this_thread::yield();
        });
        EXPECT_EQ(arrived, 4);
    }
}

TEST_F(OpenMpTeams, AreNotAskedForMoreThreadsThanTheyHave) {
    set_stand_in(2, 2, true);
    sleep_through_a_rest();
    for (int call = 0; call < 20; ++call) EXPECT_EQ(regions_of_a_call(), 0);
}

TEST_F(OpenMpTeams, ThatGetFewerThreadsRunNothing) {
    set_stand_in(4, 2, true);
    sleep_through_a_rest();
    for (int call = 0; call < 20; ++call) EXPECT_EQ(times_called(3), std::vector<int>(3, 1));
}

TEST_F(OpenMpTeams, AreNotUsedInsideARegion) {
    EXPECT_TRUE(soon_begins_a_region());
    sleep_through_a_rest();
    std::atomic<int> inner{0};
    run_region([](void* sum) { *static_cast<std::atomic<int>*>(sum) += regions_of_a_call(); },
               &inner);
    EXPECT_EQ(inner, 0);
}

TEST_F(OpenMpTeams, AreNotUsedByOtherThreads) {
    EXPECT_TRUE(soon_begins_a_region());
    sleep_through_a_rest();
    int elsewhere = -1;
    std::thread([&] { elsewhere = regions_of_a_call(); }).join();
    EXPECT_EQ(elsewhere, 0);
}

TEST_F(OpenMpTeams, EndBeforeAFork) {
    if (test::is_thread_sanitized) GTEST_SKIP() << "it ends children that start threads";
    EXPECT_TRUE(soon_begins_a_region());

    const pid_t child = fork();
    if (child == 0) {
        share_openmp_threads();
        const bool is_right = regions_of_a_call() == 0 && regions_of_a_call() == 0;
        _exit(is_right && team_threads() == 0 && !testing::Test::HasFailure() ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);

    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_EQ(team_threads(), 0);
    run_region([](void*) {}, nullptr);
    EXPECT_TRUE(soon_begins_a_region());
}

TEST_F(OpenMpTeams, AreNotMetWhileNobodyUsesThem) {
    if (test::is_thread_sanitized) GTEST_SKIP() << "it has a thread of its own that works";
    const auto regions_within = [](std::chrono::milliseconds time) {
        const auto end = std::chrono::steady_clock::now() + time;
        int sum = 0;
        while (std::chrono::steady_clock::now() < end) sum += regions_of_a_call();
        return sum;
    };
    set_stand_in(4, 4, false);
    const auto end_team = function_of_stand_in<int (*)(int)>("omp_pause_resource_all");
    // What is known of a team and of other threads' work is forgotten.
    for (int turn = 0; turn < 2; ++turn) {
        end_team(1);
        (void)regions_within(OpenMpRuntime::rest * 2 + OtherThreads::between_looks * 3);
    }
    end_team(1);

    EXPECT_EQ(regions_within(OtherThreads::between_looks * 5), 0);
    EXPECT_EQ(team_threads(), 0);
}

TEST_F(OpenMpTeams, OfTheRealRuntimeGiveRightSums) {
    if (test::is_thread_sanitized) GTEST_SKIP() << "it does not know how libgomp's threads wait";
    set_stand_in(1, 1, false);
    for (int turn = 0; turn < 300; ++turn) {
        int sum = 0;
#pragma omp parallel for reduction(+ : sum)
        for (int index = 0; index < 100; ++index) sum += index;
        ASSERT_EQ(sum, 4950);
        ASSERT_EQ(times_called(2), std::vector<int>(2, 1));
    }
}

}  // namespace
}  // namespace ttgt
