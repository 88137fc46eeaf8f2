// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <sys/wait.h>
#include <ttgt/context.h>
#include <ttgt/threads.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "src/runtime/pool.h"
#include "tests/support/sanitizer.h"

namespace ttgt {
namespace {

using Work = void (*)(int number, void* user);
using StandInCall = void (*)(int jobs, Work work, void* user);

/// tests/unit/gemm/stand_in_openblas.cpp, loaded.
StandInCall stand_in() {
    static void* const library = dlopen(TTGT_STAND_IN_OPENBLAS, RTLD_NOW);
    return reinterpret_cast<StandInCall>(dlsym(library, "stand_in_call"));
}

template <class Body>
void call_stand_in(int jobs, Body&& body) {
    const Work work = [](int number, void* user) { (*static_cast<Body*>(user))(number); };
    stand_in()(jobs, work, &body);
}

/// What openblas_copies() says of the stand-in.
std::optional<OpenBlasCopy> listed() {
    const std::vector<OpenBlasCopy> copies = openblas_copies();
    const auto found = std::find_if(copies.begin(), copies.end(), [](const OpenBlasCopy& copy) {
        return copy.path == TTGT_STAND_IN_OPENBLAS;
    });
    return found == copies.end() ? std::nullopt : std::optional(*found);
}

/// The threads on which jobs of one call run, and whether they ran as tasks of the pool.
struct Seen {
    std::set<std::thread::id> threads;
    bool in_task = false;
};

Seen seen_in_call(int jobs) {
    Seen seen;
    std::mutex mutex;
    call_stand_in(jobs, [&](int) {
        const std::lock_guard lock(mutex);
        seen.threads.insert(std::this_thread::get_id());
        seen.in_task = Pool::in_task();
    });
    return seen;
}

class SharedOpenBlas : public testing::Test {
protected:
    void SetUp() override { ASSERT_NE(stand_in(), nullptr) << dlerror(); }
    void TearDown() override { unshare_openblas_threads(); }
};

TEST_F(SharedOpenBlas, ListsACopyWithPrefixAndSuffix) {
    ASSERT_TRUE(listed());
    EXPECT_EQ(listed()->version, "0.3.99");
    EXPECT_TRUE(listed()->can_share);
    EXPECT_FALSE(listed()->is_shared);
    EXPECT_FALSE(seen_in_call(3).in_task);

    share_openblas_threads();

    EXPECT_TRUE(listed()->is_shared);
    EXPECT_TRUE(seen_in_call(3).in_task);
    EXPECT_EQ(seen_in_call(3).threads.size(), 3);

    unshare_openblas_threads();

    EXPECT_FALSE(listed()->is_shared);
    EXPECT_EQ(seen_in_call(3).threads, std::set{std::this_thread::get_id()});
}

TEST_F(SharedOpenBlas, IsAskedForByAContext) {
    ContextOptions options;
    options.share_openblas_threads = true;
    options.share_openmp_threads = true;

    const Context context(options);

    EXPECT_TRUE(listed()->is_shared);
    for (const OpenMpLibrary& library : openmp_libraries()) EXPECT_TRUE(library.is_shared);
    EXPECT_FALSE(openmp_libraries().empty());
    unshare_openmp_threads();
}

TEST_F(SharedOpenBlas, RunsJobsThatWaitForEachOther) {
    share_openblas_threads();
    std::atomic<int> arrived{0};

    call_stand_in(9, [&](int) {
        ++arrived;
        while (arrived < 9) std::this_thread::yield();
    });

    EXPECT_EQ(arrived, 9);
}

TEST_F(SharedOpenBlas, RunsOneCallAtATime) {
    share_openblas_threads();
    std::atomic<int> calls{0};
    std::atomic<int> most{0};
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 4; ++caller) {
        callers.emplace_back([&] {
            for (int turn = 0; turn < 50; ++turn) {
                call_stand_in(3, [&](int number) {
                    if (number == 0) most = std::max(most.load(), ++calls);
                    std::this_thread::yield();
                    if (number == 0) --calls;
                });
            }
        });
    }
    for (std::thread& caller : callers) caller.join();

    EXPECT_EQ(most, 1);
}

TEST_F(SharedOpenBlas, RunsACallOfAJobWithinItsOwn) {
    share_openblas_threads();
    std::atomic<int> inner{0};

    call_stand_in(2, [&](int) { call_stand_in(2, [&](int) { ++inner; }); });

    EXPECT_EQ(inner, 4);
}

TEST_F(SharedOpenBlas, RunsACallOfATaskOfThePool) {
    share_openblas_threads();
    std::atomic<int> jobs{0};

    Pool::of_process().run_parts(3, [&](int) { call_stand_in(4, [&](int) { ++jobs; }); });

    EXPECT_EQ(jobs, 12);
}

TEST_F(SharedOpenBlas, WorksInAChildWhileAThreadOfItsParentIsInACall) {
    if (test::is_thread_sanitized) GTEST_SKIP() << "it ends children that start threads";
    share_openblas_threads();
    std::atomic<bool> entered{false};
    std::atomic<bool> ends{false};
    std::thread caller([&] {
        call_stand_in(2, [&](int) {
            entered = true;
            while (!ends) std::this_thread::yield();
        });
    });
    while (!entered) std::this_thread::yield();

    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        _exit(seen_in_call(3).threads.size() == 3 ? 0 : 1);
    }
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    ends = true;
    caller.join();

    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace ttgt
