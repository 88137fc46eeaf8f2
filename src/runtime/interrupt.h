// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ttgt {

/// Who says whether the calling thread's work shall end; `stops` null: nobody.
struct Interrupt {
    bool (*stops)(void* user) = nullptr;
    void* user = nullptr;
};

/// Sets the calling thread's; returns the one before.
Interrupt set_interrupt(Interrupt interrupt) noexcept;

/// Whether the calling thread's work shall end. Asks each time.
[[nodiscard]] bool is_interrupted() noexcept;

/// Throws Interrupted where is_interrupted().
void check_interrupt();

/// Throws Interrupted.
[[noreturn]] void throw_interrupted();

}  // namespace ttgt
