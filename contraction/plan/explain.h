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

/// "transpose", "gemm", …
[[nodiscard]] std::string kind(const Step& step);
/// One line on what the step does: sizes, methods, in and out.
[[nodiscard]] std::string describe(const Step& step);

/// The plan for people: problem, steps with predicted time, bytes and flops, and at most
/// `most_losers` of the rejected candidates with price and reason, the fastest first, and how many
/// more there are. Deterministic: tests and bug reports use the same text.
[[nodiscard]] std::string explain(const Plan& plan, const Device& device,
                                  std::vector<Candidate> rejected,
                                  std::size_t most_losers = SIZE_MAX);

/// A report of what the problem is: no strategy, device, steps, workspace or times.
[[nodiscard]] Report report_of(const Problem& problem);

/// A report without measured times.
[[nodiscard]] Report make_report(const Plan& plan, const Device& device);

}  // namespace ttgt
