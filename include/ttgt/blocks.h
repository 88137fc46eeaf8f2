// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Tensors of dense blocks, most of which are absent, and programs on them.
#include <ttgt/block_contraction.h>  // IWYU pragma: export
#include <ttgt/block_layout.h>       // IWYU pragma: export
#include <ttgt/block_tensor.h>       // IWYU pragma: export
#include <ttgt/context.h>
#include <ttgt/export.h>
#include <ttgt/path.h>
#include <ttgt/report.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt {

/// What planning needs to know of an operand of a program on tensors of blocks.
struct NamedBlockOperand {
    std::string name;      ///< the tensor's name in the statements
    BlockOperand operand;  ///< its dtype and layout
};

struct PlannedBlockProgram;  // the implementation of a plan

/// A plan of several statements on tensors of blocks. All temporaries, those of statements and
/// those that the program names, lie in one workspace and have the blocks that products reach. A
/// plan is immutable: several threads may run one plan at the same time with distinct workspaces
/// and outputs.
class TTGT_EXPORT BlockProgramPlan {
public:
    ~BlockProgramPlan();
    BlockProgramPlan(BlockProgramPlan&&) noexcept;
    BlockProgramPlan& operator=(BlockProgramPlan&&) noexcept;
    BlockProgramPlan(const BlockProgramPlan&) = delete;  // shared by reference, not copied
    BlockProgramPlan& operator=(const BlockProgramPlan&) = delete;

    /// The number of pairs of blocks that all statements multiply or add.
    [[nodiscard]] std::int64_t pairs() const noexcept;
    /// Describes every statement as BlockContractionPlan::explain() does.
    [[nodiscard]] std::string explain(std::size_t most_components = 10) const;
    /// The bytes of workspace that a run uses.
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept;
    /// A report with predicted times; measured times are 0. Runs nothing.
    [[nodiscard]] Report prediction() const;

    /// Computes all statements in order. The views are those of the operands given to
    /// plan_program(), in the same order; operands that no statement writes are only read.
    /// options.alpha must be 1 and options.beta must be unset: a program scales by literal factors
    /// instead. For memory spaces, streams, allocation and lifetime, see
    /// BlockContractionPlan::run().
    ///
    /// Throws before anything is written: what BlockContractionPlan::run() throws, and OverlapError
    /// where an operand that is written overlaps any other operand.
    void run(const std::vector<BlockTensorView>& operands, const RunOptions& options = {}) const;
    /// Runs the plan as run() does, times every stage, and returns a report.
    [[nodiscard]] Report profile(const std::vector<BlockTensorView>& operands,
                                 const RunOptions& options = {}) const;

    /// What plan_program() of blocks returns.
    [[nodiscard]] static BlockProgramPlan make(Context& context, std::string_view program,
                                               const std::vector<NamedBlockOperand>& operands,
                                               const BlockPlanOptions& options,
                                               const PathOptions& path);

private:
    explicit BlockProgramPlan(std::unique_ptr<const PlannedBlockProgram> planned);

    std::unique_ptr<const PlannedBlockProgram> planned_;
};

/// Plans a program on tensors of blocks: statements, one per line or separated by `;`, with the
/// rules of plan_program() of dense tensors (<ttgt/program.h>). Operands bind by name. A tensor
/// that a statement writes and that is not among `operands` is a temporary of the program: it has
/// the blocks that products of its statements reach. Operands that are written must have all blocks
/// that products reach, unless options.leaves_out_missing is set.
///
/// Throws as plan_program() of dense tensors and as plan_contraction() of blocks; messages of
/// blocks begin with the statement's number, counted from 1. Unsupported where temporaries do not
/// fit the workspace limit.
///
/// A template, so that a list in braces is taken for one of dense layouts: name the vector's type.
template <std::same_as<NamedBlockOperand> Operand>
[[nodiscard]] BlockProgramPlan plan_program(Context& context, std::string_view program,
                                            const std::vector<Operand>& operands,
                                            const BlockPlanOptions& options = {},
                                            const PathOptions& path = {}) {
    return BlockProgramPlan::make(context, program, operands, options, path);
}

}  // namespace ttgt
