// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <optional>
#include <vector>

#include "contraction/expression/expression.h"
#include "tools/commands/commands.h"
#include "tools/io/npy.h"
#include "tools/operands/bindings.h"

namespace ttgt::tool {

/// What `ttgt contract` was asked to compute, its files open and their headers read.
struct ContractRequest {
    Expression expression;
    Scalar alpha{1.0, 0.0};
    Scalar beta{0.0, 0.0};
    MemoryOrder order = MemoryOrder::first_fastest;  ///< of the output
    std::vector<std::optional<NpyFile>> files;  ///< output first; empty where it is only written
    std::vector<OperandLayout> operands;        ///< as they shall lie in memory
    std::vector<OperandLayout> seen;  ///< as the expression sees them: einsum repeats extents of 1
};

/// Throws ExpressionError, FileError or InvalidArgument where names, files, ranks or scalars do not
/// fit together; equal extents are the planner's to check.
[[nodiscard]] ContractRequest make_contract_request(const ContractCommand& command);

}  // namespace ttgt::tool
