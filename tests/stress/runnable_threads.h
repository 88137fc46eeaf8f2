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

/// Waits until other threads have gone to sleep that still look for work, however few cores there
/// are for them; a minute at most. Whether they have.
[[nodiscard]] bool wait_until_quiet();

/// Counts every now and then how many threads want to run, until it ends.
class RunnableCount {
public:
    RunnableCount() : watcher_([this] { watch(); }) {}
    ~RunnableCount() { stop(); }
    RunnableCount(const RunnableCount&) = delete;
    RunnableCount& operator=(const RunnableCount&) = delete;

    void stop();
    /// Whether there are samples enough for a verdict: where others have the cores, one takes long.
    [[nodiscard]] bool is_enough() const noexcept { return samples_ >= enough; }
    /// Once stopped: what went wrong where more than `allowed` wanted to run in a quarter of the
    /// samples, or samples are too few; empty where nothing did.
    [[nodiscard]] std::string fault(int allowed) const;

private:
    static constexpr int enough = 40;

    void watch();

    std::atomic<bool> stopped_{false};
    std::atomic<int> samples_{0};
    std::vector<int> counts_;
    std::thread watcher_;
};

}  // namespace ttgt::stress
