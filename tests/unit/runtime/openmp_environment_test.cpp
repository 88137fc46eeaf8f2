// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Linked with openmp_environment.cpp, which a build without OpenMP has. The environment is read
// once for a process: each case has a process of its own.
#include <gtest/gtest.h>

#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <limits>

#include "src/runtime/openmp/openmp_settings.h"

namespace ttgt::test {
namespace {

struct Variables {
    const char* threads;  // OMP_NUM_THREADS; null: not set
    const char* limit;    // OMP_THREAD_LIMIT
};

void set(const char* variable, const char* value) {
    if (value == nullptr) {
        unsetenv(variable);
    } else {
        setenv(variable, value, 1);
    }
}

void expect_answers(const Variables& variables, int threads, int limit) {
    const auto are_given = [&] {
        set("OMP_NUM_THREADS", variables.threads);
        set("OMP_THREAD_LIMIT", variables.limit);
        const int expected = threads > 0 ? threads : openmp_processors();
        return openmp_threads() == expected && openmp_thread_limit() == limit;
    };
    EXPECT_EXIT(std::exit(are_given() ? 0 : 1), testing::ExitedWithCode(0), "")
        << (variables.threads == nullptr ? "not set" : variables.threads);
}

constexpr int none = std::numeric_limits<int>::max();

TEST(OpenMpEnvironment, FirstNumberOfTheListIsTheNumberOfThreads) {
    expect_answers({"3", nullptr}, 3, none);
    expect_answers({" 5 , 2", nullptr}, 5, none);
}

TEST(OpenMpEnvironment, WithoutANumberThereAreAsManyThreadsAsProcessors) {
    for (const char* const text :
         {static_cast<const char*>(nullptr), "", "four", "0", "-2", "3x"}) {
        expect_answers({text, nullptr}, 0, none);
    }
}

TEST(OpenMpEnvironment, LimitHoldsForTheNumberOfThreads) {
    expect_answers({"7", "4"}, 4, 4);
    expect_answers({"2", "4"}, 2, 4);
}

TEST(OpenMpEnvironment, ProcessorsAreThoseOfTheProcess) {
    cpu_set_t allowed;
    ASSERT_EQ(sched_getaffinity(getpid(), sizeof(allowed), &allowed), 0);

    EXPECT_EQ(openmp_processors(), CPU_COUNT(&allowed));
}

}  // namespace
}  // namespace ttgt::test
