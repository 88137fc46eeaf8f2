// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "distributed/program/rank_program.h"
#include "distributed/run/distributed_product.h"

namespace ttgt {

/// One step of a program over ranks.
struct ProgramStep {
    std::string text;  ///< the step as text, with the names of tensors and labels
    std::unique_ptr<const DistributedProduct> plan;
    std::size_t output = 0;           ///< the tensor that the step writes
    std::vector<std::size_t> inputs;  ///< the tensors that the step reads
    /// Whether the step is the first to write an operand of the caller: the run's beta applies.
    bool begins_operand = false;
    /// Whether the step writes an operand of the caller: the run's alpha applies.
    bool ends_operand = false;
    /// Bytes from the start of the run's workspace to the part of it that the step uses.
    std::int64_t scratch_offset = 0;
};

/// A plan of a program: contractions of two or three tensors over ranks, one after the other.
/// Temporaries lie in the workspace.
class DistributedProgram final : public PlannedDistribution {
public:
    struct Parts : PlanningSetup {
        RankProgram program;                    ///< the program in steps
        std::vector<ProgramStep> steps;         ///< the steps, in the order of execution
        std::vector<std::int64_t> offsets;      ///< byte offset of each temporary
        bool beta_is_zero = true;               ///< whether the first output is planned for beta 0
        std::int64_t workspace_bytes = 0;       ///< bytes of workspace on this rank
        std::int64_t most_workspace_bytes = 0;  ///< bytes of workspace of the rank that needs most
    };
    explicit DistributedProgram(Parts parts) : parts_(std::move(parts)) {}

    [[nodiscard]] const Parts& parts() const noexcept { return parts_; }
    [[nodiscard]] std::string explain(std::size_t most_losers) const override;
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override {
        return parts_.workspace_bytes;
    }
    [[nodiscard]] std::int64_t most_workspace_bytes() const noexcept override {
        return parts_.most_workspace_bytes;
    }
    void run(void* d, std::span<const void* const> inputs,
             const RunOptions& options) const override;
    [[nodiscard]] DistributedReport profile(void* d, std::span<const void* const> inputs,
                                            const RunOptions& options) const override;

private:
    Parts parts_;
};

}  // namespace ttgt
