// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/blocks.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "blocks/planned_blocks.h"
#include "blocks/program/block_program.h"

namespace ttgt {

/// What a BlockProgramPlan owns: a plan for each statement, and the places of temporaries in the
/// workspace.
struct PlannedBlockProgram {
    /// Throws as plan_program() of blocks.
    PlannedBlockProgram(const Context& context, blocks::BlockProgram its_program,
                        const BlockPlanOptions& options, const PathOptions& path);

    [[nodiscard]] std::int64_t pairs() const noexcept;
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept {
        return temporary_bytes + statement_bytes;
    }
    [[nodiscard]] std::string explain(std::size_t most_components) const;
    [[nodiscard]] Report prediction() const;
    /// Runs the plan once all arguments are checked. Where `report` is not null, it is a
    /// prediction() and gets the measured times.
    void run(std::span<const BlockTensorView> operands, const RunOptions& options,
             Report* report) const;

    blocks::BlockProgram program;
    std::vector<std::unique_ptr<const PlannedBlocks>> plans;  ///< of the statements
    std::vector<std::int64_t> offsets;  ///< bytes from the workspace's begin to each temporary
    std::int64_t temporary_bytes = 0;   ///< the workspace of the statements begins there
    std::int64_t statement_bytes = 0;   ///< workspace of the statement that needs most
    std::string strategy;
    Device device;
    std::vector<blocks::PlannedOperands> checks;  ///< for each of the program's outputs

private:
    void plan_statements(const Context& context, const BlockPlanOptions& options,
                         const PathOptions& path);
    void check_run(std::span<const BlockTensorView> operands, const RunOptions& options) const;
    /// What runs are checked against for an operand that is written, which comes first; the others
    /// follow in their order.
    [[nodiscard]] blocks::PlannedOperands checks_of(std::size_t written) const;
    /// That an operand which is written has its blocks, and overlaps no other one.
    void check_output(std::size_t number, std::span<const BlockTensorView> operands) const;
    void run_statement(std::size_t number, std::span<const BlockTensorView> operands,
                       const RunOptions& options, Report* report) const;
};

}  // namespace ttgt
