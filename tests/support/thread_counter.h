// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <utility>

#include <gtest/gtest.h>

namespace ttgt::test {

/// Why tests do not count threads under sanitizers.
inline constexpr const char* no_thread_counts =
    "ThreadSanitizer does not follow a fork of several threads";

/// How many threads share the work: the caller, and those that a child process of fork(), in which
/// there are no others, starts for it. 0 where an expectation of the work fails.
template <class Work>
[[nodiscard]] int threads_of(Work&& work) {
    const pid_t child = fork();
    if (child == 0) {
        std::forward<Work>(work)();
        const std::filesystem::directory_iterator tasks("/proc/self/task");
        const auto threads = static_cast<int>(std::distance(begin(tasks), end(tasks)));
        _exit(testing::Test::HasFailure() ? 0 : threads);
    }
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

}  // namespace ttgt::test
