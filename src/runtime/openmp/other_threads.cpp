// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/openmp/other_threads.h"

#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "src/runtime/openmp/processor_time.h"

namespace ttgt {
namespace {

bool is_of_pool(const std::filesystem::path& task) {
    std::ifstream file(task / "comm");
    std::string name;
    return std::getline(file, name) && name == "ttgt";
}

/// Processor time of all of them, in nanoseconds; none where the system does not tell.
std::optional<std::int64_t> time_of_others() {
    std::error_code error;
    std::int64_t sum = 0;
    std::filesystem::directory_iterator tasks("/proc/self/task", error);
    for (; !error && tasks != std::filesystem::directory_iterator(); tasks.increment(error)) {
        const std::string name = tasks->path().filename().string();
        pid_t thread = 0;
        std::from_chars(name.data(), name.data() + name.size(), thread);
        if (thread == getpid() || is_of_pool(tasks->path())) continue;
        sum += processor_time(clock_of_thread(thread)).value_or(0);
    }
    return error ? std::nullopt : std::optional(sum);
}

}  // namespace

bool OtherThreads::have_worked(Clock::time_point now) {
    constexpr std::int64_t least = 500'000;
    if (now < next_look_) return have_worked_;
    next_look_ = now + between_looks;
    const std::optional<std::int64_t> found = time_of_others();
    have_worked_ = found && nanoseconds_ && *found - *nanoseconds_ >= least;
    nanoseconds_ = found;
    return have_worked_;
}

}  // namespace ttgt
