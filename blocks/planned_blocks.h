// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_contraction.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "blocks/execute/operand_checks.h"
#include "contraction/execute/backend.h"

namespace ttgt {

/// What a BlockContractionPlan owns.
struct PlannedBlocks {
    virtual ~PlannedBlocks() = default;
    PlannedBlocks(const PlannedBlocks&) = delete;
    PlannedBlocks& operator=(const PlannedBlocks&) = delete;

    [[nodiscard]] virtual std::int64_t pairs() const noexcept = 0;
    [[nodiscard]] virtual std::int64_t workspace_bytes() const noexcept = 0;
    [[nodiscard]] virtual std::string explain(std::size_t most_components) const = 0;
    [[nodiscard]] virtual Report prediction() const = 0;
    /// Runs the plan once all arguments are checked. Where `report` is not null, it gets the
    /// measured times of its steps, which are those of prediction().
    virtual void run(const BlockTensorView& d, std::span<const ConstBlockTensorView> inputs,
                     const RunOptions& options, Report* report) const = 0;

    blocks::PlannedOperands operands;
    std::string strategy;
    /// Threads of a run (0: OpenMP's default at its time), and the context's stream.
    Resources resources;

protected:
    PlannedBlocks(const Context& context, blocks::PlannedOperands its, std::string its_strategy);

    /// A report of operands and `flops`, without steps.
    [[nodiscard]] Report report_of(double flops) const;
    /// Checks all arguments of run() and returns its beta.
    [[nodiscard]] Scalar checked_beta(const BlockTensorView& d,
                                      std::span<const ConstBlockTensorView> inputs,
                                      const RunOptions& options) const;
    /// Those of a run with these options.
    [[nodiscard]] Resources resources_of(const RunOptions& options) const;
};

/// Adds the report of a part, such as "step 2", to that of the whole: the descriptions of its
/// stages begin with the part's name.
void append_part(const Report& part, std::string_view name, Report& report);

/// A line for each operand.
[[nodiscard]] std::string explain_operands(const blocks::PlannedOperands& operands);

}  // namespace ttgt
