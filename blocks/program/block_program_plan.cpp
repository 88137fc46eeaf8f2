// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/blocks.h>
#include <ttgt/error.h>

#include <utility>

#include "blocks/program/planned_program.h"

namespace ttgt {

BlockProgramPlan::BlockProgramPlan(std::unique_ptr<const PlannedBlockProgram> planned)
    : planned_(std::move(planned)) {}
BlockProgramPlan::~BlockProgramPlan() = default;
BlockProgramPlan::BlockProgramPlan(BlockProgramPlan&&) noexcept = default;
BlockProgramPlan& BlockProgramPlan::operator=(BlockProgramPlan&&) noexcept = default;

BlockProgramPlan BlockProgramPlan::make(Context& context, std::string_view program,
                                        const std::vector<NamedBlockOperand>& operands,
                                        const BlockPlanOptions& options, const PathOptions& path) {
    if (!path.path.empty() || options.beta_is_zero) {
        throw InvalidArgument("a program takes no path and no beta: these are for one product");
    }
    return BlockProgramPlan(std::make_unique<const PlannedBlockProgram>(
        context, blocks::bind_block_program(program, operands), options, path));
}

std::int64_t BlockProgramPlan::pairs() const noexcept { return planned_->pairs(); }

std::string BlockProgramPlan::explain(std::size_t most_components) const {
    return planned_->explain(most_components);
}

std::int64_t BlockProgramPlan::workspace_bytes() const noexcept {
    return planned_->workspace_bytes();
}

Report BlockProgramPlan::prediction() const { return planned_->prediction(); }

void BlockProgramPlan::run(const std::vector<BlockTensorView>& operands,
                           const RunOptions& options) const {
    planned_->run(operands, options, nullptr);
}

Report BlockProgramPlan::profile(const std::vector<BlockTensorView>& operands,
                                 const RunOptions& options) const {
    Report report = prediction();
    planned_->run(operands, options, &report);
    return report;
}

}  // namespace ttgt
