// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "contraction/binary/planned_contraction.h"

namespace ttgt {

/// Views of the operands of one call, the output first.
using Views = std::span<const ConstTensorView* const>;

/// The arguments of one call of contract().
struct Call {
    std::string_view expression;
    const TensorView& d;             ///< the output
    Views operands;                  ///< `d` and the inputs
    const ContractOptions& options;  ///< as the caller gave them
    const PathOptions* path;         ///< null where the caller gave none
};

/// The context that the options name, or the calling thread's.
[[nodiscard]] Context& context_of(const ContractOptions& options);

/// How messages call an operand: "D", "L" or "R" where there are at most three operands, else "the
/// output" or "input 4". Operand 0 is the output.
[[nodiscard]] std::string title(const Views& operands, std::size_t operand);

[[nodiscard]] std::vector<OperandLayout> layouts_of(const Views& operands);

/// The call's planning options. Where the caller set `beta` but not `beta_is_zero`, the latter
/// follows from the former.
[[nodiscard]] PlanOptions planning_options(const Call& call);

/// Calls `act` with the addresses of the inputs. Allocates nothing for at most 8 operands.
template <class Act>
auto with_pointers(const Views& operands, Act&& act) {
    constexpr std::size_t few = 8;
    std::array<const void*, few> local{};
    std::vector<const void*> many(operands.size() > few ? operands.size() : 0);
    const std::span<const void*> pointers = many.empty() ? std::span<const void*>(local) : many;
    for (std::size_t i = 1; i < operands.size(); ++i) pointers[i - 1] = operands[i]->data();
    return act(InputPointers(pointers.first(operands.size() - 1)));
}

}  // namespace ttgt
