// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/report.h>

#include <string>

#include "contraction/plan.h"

namespace ttgt {

/// "transpose", "gemm", …
[[nodiscard]] std::string kind(const Step& step);
/// One line on what the step does: sizes, methods, in and out.
[[nodiscard]] std::string describe(const Step& step);

/// The whole plan for people: problem, steps with predicted time, bytes and flops, rejected
/// candidates with price and reason. Deterministic: tests and bug reports use the same text.
[[nodiscard]] std::string explain(const Plan& plan, const Device& device,
                                  const std::vector<Candidate>& rejected);

/// A report without measured times.
[[nodiscard]] Report make_report(const Plan& plan, const Device& device);

}  // namespace ttgt
