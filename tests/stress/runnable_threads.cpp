// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/runnable_threads.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

namespace ttgt::stress {
namespace {

using namespace std::chrono_literals;

/// The letter behind the name, which may hold blanks and brackets itself.
char state_of(const std::filesystem::path& task) {
    std::ifstream file(task / "stat");
    std::string line;
    std::getline(file, line);
    const std::size_t close = line.rfind(')');
    return close == std::string::npos || close + 2 >= line.size() ? 'X' : line[close + 2];
}

}  // namespace

int runnable_threads() {
    const std::string own = std::to_string(gettid());
    int count = 0;
    std::error_code ended;  // threads end while we look
    std::filesystem::directory_iterator task("/proc/self/task", ended);
    for (; task != std::filesystem::directory_iterator(); task.increment(ended)) {
        if (task->path().filename() != own && state_of(task->path()) == 'R') ++count;
    }
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

void RunnableCount::watch() {
    while (!stopped_) {
        counts_.push_back(runnable_threads());
        ++samples_;
        std::this_thread::sleep_for(200us);
    }
}

void RunnableCount::stop() {
    stopped_ = true;
    if (watcher_.joinable()) watcher_.join();
}

std::string RunnableCount::fault(int allowed) const {
    if (!is_enough()) {
        return fmt::format("{} samples tell nothing, {} are needed", counts_.size(), enough);
    }
    const auto more = std::count_if(counts_.begin(), counts_.end(),
                                    [allowed](int count) { return count > allowed; });
    if (4 * more < static_cast<std::ptrdiff_t>(counts_.size())) return {};
    const int most = *std::max_element(counts_.begin(), counts_.end());
    return fmt::format("{} threads at most were allowed; more ran in {} of {} samples, up to {}",
                       allowed, more, counts_.size(), most);
}

}  // namespace ttgt::stress
