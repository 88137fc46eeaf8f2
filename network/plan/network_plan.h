// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>
#include <ttgt/path.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "contraction/binary/planned_contraction.h"
#include "contraction/execute/program_kernel.h"
#include "contraction/execute/run_replay.h"
#include "contraction/plan/machine.h"
#include "network/program/program.h"

namespace ttgt::network {

/// The addresses of the caller's tensors in one run, by operand number: `first` is operand 0.
class Operands {
public:
    Operands(void* first, std::span<const void* const> rest) : first_(first), rest_(rest) {}
    [[nodiscard]] std::size_t size() const { return rest_.size() + 1; }
    /// The addresses of all operands but the first.
    [[nodiscard]] std::span<const void* const> rest() const { return rest_; }
    /// The address of an operand. Only operands that are outputs of the program may be written.
    [[nodiscard]] char* operator[](std::size_t operand) const {
        const void* data = operand == 0 ? first_ : rest_[operand - 1];
        return const_cast<char*>(static_cast<const char*>(data));
    }

private:
    void* first_;
    std::span<const void* const> rest_;
};

/// One step of a network: a sum of one product, or of several terms of one tensor each, computed by
/// a plan. The product has at most two factors, or any number if the plan is nested loops without
/// workspace.
struct NetworkStep {
    std::unique_ptr<const PlannedContraction> plan;  ///< computes the product
    /// A plan of the same product that adds to the output, for the later turns of a loop over a
    /// summed label. Null if the step needs none.
    std::unique_ptr<const PlannedContraction> adding_plan;
    /// The tensor that this step writes, an operand or a temporary: index into Program::tensors.
    std::size_t output = 0;
    /// The factors of this step's products: indices into Program::tensors.
    std::vector<std::size_t> inputs;
    double operations = 0;  ///< operations of the product; 0 if there is one factor
    /// Whether the step is the first to write an operand. It then applies the run's beta.
    bool begins_operand = false;
    /// Whether the step's output is an operand of the caller. The run's alpha then applies.
    bool ends_operand = false;
    /// Bytes from the start of the run's workspace to the part of it that this step uses.
    std::int64_t scratch_offset = 0;
};

/// A loop over slices of one label, which makes the temporaries smaller.
struct SliceLoop {
    std::string label;       ///< name of the label
    std::int64_t turns = 1;  ///< number of slices
    std::int64_t chunk = 1;  ///< indices of the label in one slice
    bool sums = false;       ///< whether the label is summed over: later turns add to the output
    /// For each tensor of the program: bytes from its part in one turn to its part in the next.
    std::vector<std::int64_t> byte_steps;
};
/// The largest number of nested slice loops of a block.
inline constexpr std::size_t most_slice_loops = 16;

/// A generated kernel that does all steps of a block.
struct FusedSteps {
    std::shared_ptr<const ProgramKernel> kernel;  ///< the kernel, compiled for the plan's device
    std::vector<std::size_t> operands;  ///< operand numbers of the kernel's pointer arguments
};

/// Steps that run one after the other, once or in every turn of the loops around them. Temporaries
/// lie in the workspace.
struct Block {
    Program program;                 ///< what the steps compute, in one turn if there are loops
    std::vector<SliceLoop> loops;    ///< nested loops around the steps; the first is the innermost
    std::vector<NetworkStep> steps;  ///< the steps, in the order of execution
    std::vector<std::int64_t> offsets;  ///< byte offset of each temporary; not used for operands
    /// A kernel that replaces the steps in runs with alpha = 1 and the plan's default beta.
    std::optional<FusedSteps> fused;
};

/// Predicted milliseconds of the block's steps in all turns of its loops.
[[nodiscard]] double predicted_ms(const Block& block);

/// Whether a tensor is computed from the named inputs only. `sources` has a flag for each operand
/// from which the tensor is computed. Input i is operand i + 1.
[[nodiscard]] bool depends_only_on(const std::vector<char>& sources,
                                   const std::vector<std::size_t>& inputs);

/// The contents of a NetworkPlan.
struct NetworkParts {
    std::string text;     ///< the statements of the program as text
    Device device;        ///< the device that the plan runs on
    PlanOptions options;  ///< how the steps were planned; the workspace limit is set
    PathOptions path;     ///< how the path was found
    std::shared_ptr<const Machine> machine;  ///< the machine that predicted the times
    std::vector<ProgramTensor> operands;     ///< the caller's tensors
    std::vector<std::size_t> outputs;        ///< numbers of the operands that are written
    bool beta_is_zero = true;                ///< whether the first output is planned for beta = 0
    std::vector<Block> blocks;               ///< the blocks, run one after the other
    std::int64_t workspace_bytes = 0;        ///< bytes of workspace that a run needs
    /// Operations of the plan that would be chosen without a workspace limit. 0 if the limit did
    /// not change the plan.
    double unlimited_operations = 0;
    /// Why there is no kernel for all steps although generated kernels were asked for; else empty.
    std::string fusion_rejection;
    /// The number of kernels that the steps of a run launch, by their reports. 0 on CPUs.
    std::int64_t launches = 0;
    /// Keeps runs that come again. Null if runs always enqueue their steps one by one.
    std::unique_ptr<RunReplay> replay;
    /// For each block and each tensor of its program, a flag for each operand: 1 if the tensor is
    /// computed from the operand.
    std::vector<std::vector<std::vector<char>>> sources;
};

/// The plan of a program: blocks of steps, ready to run.
class NetworkPlan {
public:
    explicit NetworkPlan(NetworkParts parts) : parts_(std::move(parts)) {}

    [[nodiscard]] const NetworkParts& parts() const noexcept { return parts_; }
    [[nodiscard]] NetworkParts take_parts() { return std::move(parts_); }
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept { return parts_.workspace_bytes; }
    /// Operations of all steps in all turns of their loops.
    [[nodiscard]] double operations() const noexcept;
    /// Predicted milliseconds of a run.
    [[nodiscard]] double predicted_ms() const;
    /// A report with predicted times; measured times are 0.
    [[nodiscard]] Report prediction() const;
    /// A sentence that says by how much the workspace limit raised the number of operations, for
    /// the last row of reports. Empty if the limit raised it by less than 1 %.
    [[nodiscard]] std::string note() const;
    /// The source of the kernel that does all steps; empty if there is none.
    [[nodiscard]] std::string source() const;

    /// Checks the arguments, then runs all blocks. Throws what check_operands() throws, before
    /// anything is written.
    void run(const Operands& operands, const RunOptions& options) const;
    /// Runs the plan as run() does, times every step, and waits for the end of the work.
    [[nodiscard]] Report profile(const Operands& operands, const RunOptions& options) const;

private:
    /// The generated kernel that does a run with these options; null if the steps must do it.
    [[nodiscard]] const FusedSteps* fused_for(const RunOptions& options) const;
    /// A report with the predicted times of the steps, even if there is a kernel for all steps.
    [[nodiscard]] Report steps_prediction() const;
    /// Calls `act` for every step in every turn, with the step's plan and its arguments.
    /// Precondition: check_operands() accepted them.
    template <class Act>
    void for_each_turn(const Operands& operands, const RunOptions& options, Act&& act) const;

    NetworkParts parts_;
};

}  // namespace ttgt::network
