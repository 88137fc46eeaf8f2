// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/any_kernel_plan.h"

#include <fmt/format.h>

namespace ttgt {
const TransposeProblem& problem_of(const AnyKernelPlan& plan) {
    return std::visit([](const auto& kernel) -> const TransposeProblem& { return kernel.problem; },
                      plan);
}

double predicted_ms(const AnyKernelPlan& plan) {
    return std::visit([](const auto& kernel) { return predicted_ms(kernel); }, plan);
}

const char* method_of(const AnyKernelPlan& plan) {
    return std::visit([](const auto& kernel) { return method_of(kernel); }, plan);
}

std::string parameters_of(const AnyKernelPlan& plan) {
    return std::visit([](const auto& kernel) { return parameters_of(kernel); }, plan);
}

std::string explain(const AnyKernelPlan& plan) {
    return std::visit([](const auto& kernel) { return explain(kernel); }, plan);
}

std::string to_string(const AnyKernelPlan& plan) {
    return fmt::format("{} {}", method_of(plan), to_string(problem_of(plan)));
}

}  // namespace ttgt
