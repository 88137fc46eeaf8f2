// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ttgt::stress {

/// Replays a case in a new process of this program; `environment` holds settings, NAME=value. What
/// it said went wrong, or which signal ended it.
[[nodiscard]] std::string replay_in_own_process(const std::string& device, const std::string& key,
                                                const std::string& environment);

/// Starts this program anew, once, with idle threads of OpenMP asleep instead of looking for work:
/// OpenMP reads that setting before main() begins.
void restart_with_passive_waiting(char** argv);

}  // namespace ttgt::stress
