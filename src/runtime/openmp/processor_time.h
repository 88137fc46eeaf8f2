// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstdint>
#include <ctime>
#include <optional>

namespace ttgt {

/// The calling thread's number. C libraries have a function for it from 2.30 on, and wheels run on
/// older ones.
[[nodiscard]] inline pid_t number_of_this_thread() {
    return static_cast<pid_t>(syscall(SYS_gettid));
}

/// Linux's clock of the processor time of a thread of this process, by the thread's number.
[[nodiscard]] inline clockid_t clock_of_thread(pid_t thread) {
    constexpr unsigned of_thread_as_scheduled = 6;
    return static_cast<clockid_t>(~static_cast<unsigned>(thread) << 3 | of_thread_as_scheduled);
}

/// What the clock says, in nanoseconds; none once its thread has ended.
[[nodiscard]] inline std::optional<std::int64_t> processor_time(clockid_t clock) {
    std::timespec time{};
    if (clock_gettime(clock, &time) != 0) return std::nullopt;
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace ttgt
