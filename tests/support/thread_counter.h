// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omp.h>

#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

namespace ttgt::test {

/// Why tests do not count threads under sanitizers.
inline constexpr const char* no_thread_counts =
    "a hard pause of OpenMP ends what tells ThreadSanitizer of its joins";

/// How many threads work runs on: the caller, and those that OpenMP has to start for it.
class ThreadCounter {
public:
    ThreadCounter() {
        stop_threads();
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        others_ = process_threads();
    }

    template <class Work>
    [[nodiscard]] int threads_of(Work&& work) {
        stop_threads();
        while (process_threads() > others_)
            std::this_thread::yield();  // what ended is still listed
        std::forward<Work>(work)();
        return 1 + process_threads() - others_;
    }

private:
    static void stop_threads() {
        ASSERT_EQ(omp_pause_resource(omp_pause_hard, omp_get_initial_device()), 0);
    }
    static int process_threads() {
        const std::filesystem::directory_iterator tasks("/proc/self/task");
        return static_cast<int>(std::distance(begin(tasks), end(tasks)));
    }

    int others_ = 0;
};

}  // namespace ttgt::test
