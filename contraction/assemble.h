// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "contraction/machine.h"
#include "contraction/plan.h"

namespace ttgt {

/// Lowers a candidate to steps with their price, loops and workspace offsets. The candidate is one
/// its strategy found valid for the problem.
[[nodiscard]] Plan assemble(Problem problem, Candidate chosen, const Machine& machine);

}  // namespace ttgt
