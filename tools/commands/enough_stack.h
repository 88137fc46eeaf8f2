// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace ttgt::tool {

/// What `work` returns. Where the process was given less than 1 MiB of stack (`ulimit -s`), it runs
/// in a thread with 8 MiB, and threads made from now on have as much: a BLAS keeps up to 60 KiB
/// of each thread's stack for itself.
[[nodiscard]] int with_enough_stack(const std::function<int()>& work);

}  // namespace ttgt::tool
