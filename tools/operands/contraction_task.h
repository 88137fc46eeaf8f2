// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "contraction/expression/expression.h"

namespace ttgt::tool {

/// A contraction of random tensors: packed, first label fastest, filled by fill_random.
struct ContractionTask {
    Expression expression;
    std::vector<OperandLayout> operands;  ///< output first
    Scalar beta{};                        ///< alpha is 1
    ComputeType compute = ComputeType::full;
};

/// Of the random numbers of an operand, the output being number 0.
[[nodiscard]] constexpr std::uint64_t operand_seed(std::size_t operand) { return operand + 1; }

}  // namespace ttgt::tool
