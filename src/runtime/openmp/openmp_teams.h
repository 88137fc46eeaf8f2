// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/core/function_ref.h"

namespace ttgt {

/// Calls body(0), ..., body(threads - 1) at the same time, body(0) on the calling thread and the
/// others on threads of an OpenMP runtime that look for work now because another library uses
/// them, and returns true when all have returned. Returns false, and has called nothing, where
/// there is no such runtime among those that share_openmp_threads() found, where the calling thread
/// is not the process's first one or is inside a region, and in a child of fork(). `body` must not
/// throw.
[[nodiscard]] bool run_on_openmp_team(int threads, FunctionRef<void(int thread)> body);

}  // namespace ttgt
