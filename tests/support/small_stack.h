// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace ttgt::test {

/// Runs `work` in a thread with so small a stack; false where none can be made.
[[nodiscard]] bool on_small_stack(int kib, std::function<void()> work);

/// What a stack holds before anything is called: the libraries' thread-local data, 60 KiB of it
/// OpenBLAS's.
[[nodiscard]] int smallest_stack_kib();

}  // namespace ttgt::test
