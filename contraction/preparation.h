// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "contraction/backend.h"
#include "contraction/strategy.h"

namespace ttgt {

/// Has the device's libraries prepare the chosen plan, and the others too where all are to run.
/// Those that are refused are no longer in the choice; Direct, which needs no library, always
/// stays. Returns what was refused, with the reason.
[[nodiscard]] std::vector<Candidate> prepare(Choice& choice, const Backend& backend,
                                             std::int64_t workspace_limit, bool all_run);

}  // namespace ttgt
