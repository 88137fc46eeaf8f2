// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/kernel_plan.h"

#include <fmt/format.h>

namespace ttgt {

std::string to_string(const TransposeKernelPlan& plan) {
    return fmt::format("{} {}", plan.method(), to_string(plan.problem));
}

}  // namespace ttgt
