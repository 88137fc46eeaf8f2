// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/runnable_threads.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fmt/format.h>

namespace ttgt::stress {
namespace {

using namespace std::chrono_literals;

/// Calls `look(task)` for the folder of each thread of this process.
template <class Look>
void for_each_task(Look&& look) {
    std::error_code ended;  // threads end while we look
    std::filesystem::directory_iterator task("/proc/self/task", ended);
    for (; task != std::filesystem::directory_iterator(); task.increment(ended)) {
        look(task->path());
    }
}

/// The letter behind the name, which may hold blanks and brackets itself.
char state_of(const std::filesystem::path& task) {
    std::ifstream file(task / "stat");
    std::string line;
    std::getline(file, line);
    const std::size_t close = line.rfind(')');
    return close == std::string::npos || close + 2 >= line.size() ? 'X' : line[close + 2];
}

/// Processor time in the first field, in nanoseconds; 0 of a thread that has ended.
std::chrono::nanoseconds time_of(const std::filesystem::path& task) {
    std::ifstream file(task / "schedstat");
    std::int64_t nanoseconds = 0;
    file >> nanoseconds;
    return std::chrono::nanoseconds(nanoseconds);
}

}  // namespace

int runnable_threads() {
    const std::string own = std::to_string(gettid());
    int count = 0;
    for_each_task([&](const std::filesystem::path& task) {
        if (task.filename() != own && state_of(task) == 'R') ++count;
    });
    return count;
}

bool wait_until_quiet() {
    const auto start = std::chrono::steady_clock::now();
    while (runnable_threads() > 0) {
        if (std::chrono::steady_clock::now() - start > 60s) return false;
        std::this_thread::sleep_for(2ms);
    }
    return true;
}

WorkingThreads::WorkingThreads() : before_(times()) {}

std::chrono::nanoseconds WorkingThreads::own_time() {
    struct timespec time {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

WorkingThreads::Times WorkingThreads::times() {
    Times times;
    for_each_task([&](const std::filesystem::path& task) {
        times[static_cast<pid_t>(std::stol(task.filename().string()))] = time_of(task);
    });
    return times;
}

void WorkingThreads::look() {
    const Times now = times();
    const std::lock_guard lock(mutex_);
    for (const auto& [thread, time] : now) after_[thread] = std::max(after_[thread], time);
}

void WorkingThreads::note_too_little(std::chrono::nanoseconds had) {
    const std::lock_guard lock(mutex_);
    too_little_ = fmt::format("a caller computed for {:.1f} ms in a minute, which tells nothing",
                              std::chrono::duration<double, std::milli>(had).count());
}

std::string WorkingThreads::fault(int allowed) const {
    const std::lock_guard lock(mutex_);
    if (!too_little_.empty()) return too_little_;
    std::string times;
    int count = 0;
    for (const auto& [thread, time] : after_) {
        const auto before = before_.find(thread);
        const auto worked = before == before_.end() ? time : time - before->second;
        if (worked < of_work) continue;
        ++count;
        times += fmt::format(" {:.1f}", std::chrono::duration<double, std::milli>(worked).count());
    }
    if (count <= allowed) return {};
    return fmt::format("{} threads at most were allowed, but {} computed, for{} ms", allowed, count,
                       times);
}

}  // namespace ttgt::stress
