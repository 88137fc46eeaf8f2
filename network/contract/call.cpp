// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/contract/call.h"

#include <fmt/format.h>

namespace ttgt {

Context& context_of(const ContractOptions& options) {
    return options.context != nullptr ? *options.context : thread_context();
}

std::string title(const Views& operands, std::size_t operand) {
    constexpr std::array<const char*, 3> letters{"D", "L", "R"};
    if (operands.size() <= letters.size()) return letters[operand];
    return operand == 0 ? "the output" : fmt::format("input {}", operand);
}

std::vector<OperandLayout> layouts_of(const Views& operands) {
    std::vector<OperandLayout> layouts;
    for (const ConstTensorView* view : operands) {
        layouts.push_back({view->dtype(), view->layout()});
    }
    return layouts;
}

PlanOptions planning_options(const Call& call) {
    PlanOptions options = call.options;
    if (call.options.beta && !call.options.beta_is_zero) {
        options.beta_is_zero = *call.options.beta == Scalar{};
    }
    return options;
}

}  // namespace ttgt
