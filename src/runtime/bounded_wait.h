// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>

namespace ttgt {

/// How long a thread looks for a change before it sleeps. Waking a thread that sleeps takes 5 to
/// 50 us; a thread that looks for longer than this takes a core from others that could use it.
inline constexpr std::chrono::microseconds longest_look{50};

/// Tells the core that this is a loop that waits.
inline void pause_core() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// Returns once `state` is no longer `value`, for which its writer calls notify_one(). What that
/// writer has done before is visible then.
inline void wait_while(const std::atomic<int>& state, int value) {
    constexpr int looks_between_clocks = 64;
    const auto changed = [&] { return state.load(std::memory_order_acquire) != value; };
    if (changed()) return;
    const auto end = std::chrono::steady_clock::now() + longest_look;
    do {
        for (int look = 0; look < looks_between_clocks; ++look) {
            if (changed()) return;
            pause_core();
        }
    } while (std::chrono::steady_clock::now() < end);
    state.wait(value, std::memory_order_acquire);
}

}  // namespace ttgt
