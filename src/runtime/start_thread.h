// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace ttgt {

/// Starts a thread that calls `work`, belongs to no other thread, and ends with the process. It
/// takes no signals: those go to the program's own threads. It may run on the processors of the
/// process, or, where OMP_PROC_BIND asks for it, on those of the place that is `place` places after
/// the calling thread's (OMP_PLACES). Throws std::system_error where the system has no more
/// threads.
void start_thread(int place, std::function<void()> work);

}  // namespace ttgt
