// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <exception>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt::test {

/// Calls work(thread) -> AssertionResult on `count` threads at once; what went wrong on each, empty
/// where nothing did.
template <class Work>
[[nodiscard]] std::vector<std::string> failures_of_threads(std::size_t count, const Work& work) {
    std::vector<std::string> failures(count);
    std::latch all(static_cast<std::ptrdiff_t>(count));
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < count; ++t) {
        threads.emplace_back([&, t] {
            all.arrive_and_wait();
            try {
                const testing::AssertionResult right = work(t);
                if (!right) failures[t] = right.message();
            } catch (const std::exception& error) {
                failures[t] = error.what();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    return failures;
}

}  // namespace ttgt::test
