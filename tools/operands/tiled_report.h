// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/host_contraction.h>
#include <ttgt/report.h>

#include <string>
#include <string_view>
#include <vector>

namespace ttgt::tool {

/// What is known of a contraction of tensors in host memory before it runs: the problem, the plan's
/// memory on each device, and one step that stands for all of its tiles, whose bytes are those
/// copied to the devices. What the products alone take, and the overhead, are NaN.
[[nodiscard]] Report tiled_report(const HostContractionPlan& plan, std::string_view expression,
                                  const std::vector<OperandLayout>& operands,
                                  const HostContractionOptions& options);
/// With the time that a run took.
[[nodiscard]] Report timed(Report report, double ms);
/// For people.
[[nodiscard]] std::string tiled_text(const Report& report);

}  // namespace ttgt::tool
