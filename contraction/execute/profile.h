// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/report.h>

#include "contraction/execute/execute.h"
#include "src/core/function_ref.h"

namespace ttgt {

/// Runs the plan as execute() does, waits for its end, and returns a report with the measured time
/// of each step.
[[nodiscard]] Report profile(const Plan& plan, const Device& device, const Backend& backend,
                             const Execution& execution);
/// The same of a run that `run` does, with the timer that it is given.
[[nodiscard]] Report profile(const Plan& plan, const Device& device, const Backend& backend,
                             const Execution& execution, FunctionRef<void(StepTimer&)> run);

}  // namespace ttgt
