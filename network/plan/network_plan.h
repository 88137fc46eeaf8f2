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

#include "contraction/plan/machine.h"
#include "contraction/planned_contraction.h"
#include "network/program/program.h"

namespace ttgt::cuda {
struct GeneratedKernelPlan;
}  // namespace ttgt::cuda

namespace ttgt::network {

/// The caller's tensors, by the numbers that the program's tensors have as operands.
class Operands {
public:
    Operands(void* first, std::span<const void* const> rest) : first_(first), rest_(rest) {}
    [[nodiscard]] std::size_t size() const { return rest_.size() + 1; }
    /// Those that the program does not write are only read.
    [[nodiscard]] char* operator[](std::size_t operand) const {
        const void* data = operand == 0 ? first_ : rest_[operand - 1];
        return const_cast<char*>(static_cast<const char*>(data));
    }

private:
    void* first_;
    std::span<const void* const> rest_;
};

/// One sum of one product of at most two factors, or any in loops without workspace.
struct NetworkStep {
    std::unique_ptr<const PlannedContraction> plan;
    /// For later turns of loops over summed labels.
    std::unique_ptr<const PlannedContraction> adding_plan;
    std::size_t output = 0;  ///< tensors of the program
    std::vector<std::size_t> inputs;
    double operations = 0;        ///< of products
    bool begins_operand = false;  ///< takes the run's beta: nothing has been written there yet
    bool ends_operand = false;    ///< takes the run's alpha
    std::int64_t scratch_offset = 0;
};

/// A label that is gone through in pieces, one after the other, so that temporaries are smaller.
struct SliceLoop {
    std::string label;
    std::int64_t turns = 1;
    std::int64_t chunk = 1;
    bool sums = false;                     ///< each turn adds to the output
    std::vector<std::int64_t> byte_steps;  ///< of each tensor from turn to turn
};
inline constexpr std::size_t most_slice_loops = 16;

/// All steps of a block as one generated kernel.
struct FusedSteps {
    std::shared_ptr<const ttgt::cuda::GeneratedKernelPlan> kernel;
    int device = 0;
    Stream stream{};                    ///< of runs that are given none
    std::vector<std::size_t> operands;  ///< of the program: the kernel's pointers
};
[[nodiscard]] double predicted_ms(const FusedSteps& steps);

/// Steps that run together, once or for every turn of loops. Temporaries lie in the workspace.
struct Block {
    Program program;  ///< pairwise, cut down to one turn
    std::vector<SliceLoop> loops;
    std::vector<NetworkStep> steps;
    std::vector<std::int64_t> offsets;  ///< in the workspace, by tensor; -1 for operands
    /// Instead of the steps, in runs whose alpha is 1 and whose beta is the plan's own.
    std::optional<FusedSteps> fused;
};

/// Of all turns of the steps.
[[nodiscard]] double predicted_ms(const Block& block);

/// Whether a tensor with these sources, a flag for each operand, is computed from the named inputs
/// alone. Inputs are counted without operand 0.
[[nodiscard]] bool depends_only_on(const std::vector<char>& sources,
                                   const std::vector<std::size_t>& inputs);

/// What all ways to plan a program have in common.
struct NetworkParts {
    std::string text;
    Device device;
    PlanOptions options;  ///< of each step
    PathOptions path;
    std::shared_ptr<const Machine> machine;  ///< that priced them
    std::vector<ProgramTensor> operands;
    std::vector<std::size_t> outputs;  ///< operands that are written
    bool beta_is_zero = true;          ///< of the one output of a contraction
    std::vector<Block> blocks;
    std::int64_t workspace_bytes = 0;
    /// Operations of the plan that would be taken without the workspace limit; 0 where it is this
    /// one.
    double unlimited_operations = 0;
    std::string fusion_rejection;  ///< why one kernel was asked for and is not there; or empty
    /// By block and tensor: the operands it is computed from.
    std::vector<std::vector<std::vector<char>>> sources;
};

/// A program ready to run.
class NetworkPlan {
public:
    explicit NetworkPlan(NetworkParts parts) : parts_(std::move(parts)) {}

    [[nodiscard]] const NetworkParts& parts() const noexcept { return parts_; }
    [[nodiscard]] NetworkParts take_parts() { return std::move(parts_); }
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept { return parts_.workspace_bytes; }
    [[nodiscard]] double operations() const noexcept;
    [[nodiscard]] double predicted_ms() const;
    [[nodiscard]] Report prediction() const;
    /// How many times more operations there are than without the workspace limit; empty where there
    /// are no more. The last row of its reports.
    [[nodiscard]] std::string note() const;
    /// CUDA C++ of the kernel that does all steps; empty where there is none.
    [[nodiscard]] std::string source() const;

    /// Both check first, and write nothing where anything is wrong.
    void run(const Operands& operands, const RunOptions& options) const;
    [[nodiscard]] Report profile(const Operands& operands, const RunOptions& options) const;

private:
    /// The one kernel that such a run is, or null.
    [[nodiscard]] const FusedSteps* fused_for(const RunOptions& options) const;
    [[nodiscard]] Report steps_prediction() const;
    template <class Act>
    void for_each_turn(const Operands& operands, const RunOptions& options, Act&& act) const;

    NetworkParts parts_;
};

}  // namespace ttgt::network
