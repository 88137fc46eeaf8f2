// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/blocks.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "tools/bench/cases/block_case_file.h"
#include "tools/operands/buffers.h"

namespace ttgt::tool {

/// A plan of a case of tensors of blocks, be it a contraction or a program.
class PlannedCase {
public:
    /// `operands` are operands_of() the case. Throws as plan_contraction() and plan_program().
    PlannedCase(Context& context, const BlockCase& its, const std::vector<BlockOperand>& operands,
                const BlockPlanOptions& options);

    [[nodiscard]] std::int64_t workspace_bytes() const;
    [[nodiscard]] std::string explain(std::size_t most_components) const;
    /// Runs on values in the order of the operands, each all blocks one after the other. Programs
    /// take no scalars.
    [[nodiscard]] Report profile(const std::vector<Buffer>& values,
                                 const RunOptions& options) const;

private:
    std::vector<BlockOperand> operands_;
    std::variant<BlockContractionPlan, BlockProgramPlan> plan_;
};

}  // namespace ttgt::tool
