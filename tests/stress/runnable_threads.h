// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace ttgt::stress {

/// Threads of this process that run or want to, without the caller. Linux.
[[nodiscard]] int runnable_threads();

/// Waits until other threads have gone to sleep that still look for work; a second at most.
void wait_until_quiet();

/// Counts every now and then how many threads want to run, until it ends.
class RunnableCount {
public:
    RunnableCount() : watcher_([this] { watch(); }) {}
    ~RunnableCount() { stop(); }
    RunnableCount(const RunnableCount&) = delete;
    RunnableCount& operator=(const RunnableCount&) = delete;

    void stop();
    [[nodiscard]] int samples() const noexcept { return samples_; }
    /// Once stopped: what went wrong where more than `allowed` wanted to run in a quarter of the
    /// samples; empty where they did not.
    [[nodiscard]] std::string fault(int allowed) const;

private:
    void watch();

    std::atomic<bool> stopped_{false};
    std::atomic<int> samples_{0};
    std::vector<int> counts_;
    std::thread watcher_;
};

}  // namespace ttgt::stress
