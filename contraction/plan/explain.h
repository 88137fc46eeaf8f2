// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/report.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "contraction/plan/plan.h"

namespace ttgt {

/// The name of the step's kind: "transpose", "gemm", "direct", "reduce" or "scale".
[[nodiscard]] std::string kind(const Step& step);
/// One line on what the step does: its sizes, its method, and the buffers it reads and writes.
[[nodiscard]] std::string describe(const Step& step);

/// Describes a plan for people: the problem, the steps with predicted time, bytes and flops, at
/// most `most_losers` of the rejected candidates, the fastest first, with time and reason, and the
/// number of candidates left out. Equal plans give equal texts.
[[nodiscard]] std::string explain(const Plan& plan, const Device& device,
                                  std::vector<Candidate> rejected,
                                  std::size_t most_losers = SIZE_MAX);

/// A report with the sizes, flops and bytes of a problem. It has no strategy, device, steps,
/// workspace or times.
[[nodiscard]] Report report_of(const Problem& problem);

/// A report of a plan with predicted times; measured times are 0.
[[nodiscard]] Report make_report(const Plan& plan, const Device& device);

}  // namespace ttgt
