// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contraction/binary/planned_contraction.h"
#include "contraction/execute/backend.h"
#include "contraction/execute/execute.h"
#include "contraction/plan/machine.h"
#include "contraction/plan/plan.h"
#include "contraction/planner/strategy.h"

namespace ttgt {

/// A plan of one product of one or two tensors: what runs it, and what it takes to explain the
/// choice.
class BinaryPlan : public PlannedContraction {
public:
    struct Parts {
        Plan plan;
        Plan scale_only;  ///< for alpha = 0, where the inputs must not be read
        Device device;
        const Backend* backend = nullptr;
        Resources resources;  ///< threads, and the stream for runs without a given stream
        const Strategy* strategy = nullptr;
        std::shared_ptr<const Machine> machine;
        std::int64_t workspace_limit = 0;
        std::vector<Candidate> measured;    ///< candidates that planning ran, but did not choose
        std::vector<Candidate> refused;     ///< candidates that the device's library refused
        std::size_t generated_kernels = 0;  ///< the most kernels generated for a Direct step
    };
    explicit BinaryPlan(Parts parts);

    [[nodiscard]] std::size_t inputs() const noexcept override;
    [[nodiscard]] const std::string& text() const noexcept override;
    [[nodiscard]] std::string explain(std::size_t most_losers) const override;
    [[nodiscard]] std::string source() const override;
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept override;
    [[nodiscard]] bool beta_is_zero() const noexcept override;
    [[nodiscard]] Report prediction() const override;
    void run(void* d, InputPointers inputs, const RunOptions& options) const override;
    [[nodiscard]] Report profile(void* d, InputPointers inputs,
                                 const RunOptions& options) const override;
    /// Where the plan is one product of matrices, whose kernel takes addends.
    [[nodiscard]] bool takes_addend() const noexcept override;
    void run_apart(void* d, InputPointers inputs, const void* addend,
                   const RunOptions& options) const override;
    [[nodiscard]] Report profile_apart(void* d, InputPointers inputs, const void* addend,
                                       const RunOptions& options) const override;

private:
    /// What a run with these options executes.
    [[nodiscard]] const Plan& plan_for(const RunOptions& options) const;
    /// A run with these operands and options, which are checked.
    [[nodiscard]] Execution checked(void* d, InputPointers inputs, const RunOptions& options) const;

    Parts parts_;
    /// Of runs in which L, R or both are unchanged; empty where the plan keeps nothing of them.
    std::array<std::optional<Plan>, 3> keeping_;
};

}  // namespace ttgt
