// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace ttgt {

/// The addresses of the inputs of a run, in the order of the expression.
using InputPointers = std::span<const void* const>;

/// The implementation behind a ContractionPlan. Each member function does what the
/// ContractionPlan's function of the same name does. Precondition of run() and profile(): the
/// number of inputs is inputs(); ContractionPlan checks it.
class PlannedContraction {
public:
    virtual ~PlannedContraction() = default;
    [[nodiscard]] virtual std::size_t inputs() const noexcept = 0;
    /// The expression in canonical spelling.
    [[nodiscard]] virtual const std::string& text() const noexcept = 0;
    [[nodiscard]] virtual std::string explain(std::size_t most_losers) const = 0;
    [[nodiscard]] virtual std::string source() const { return {}; }
    [[nodiscard]] virtual std::int64_t workspace_bytes() const noexcept = 0;
    /// Whether the plan is for runs with beta = 0, which do not read D.
    [[nodiscard]] virtual bool beta_is_zero() const noexcept = 0;
    [[nodiscard]] virtual Report prediction() const = 0;
    virtual void run(void* d, InputPointers inputs, const RunOptions& options) const = 0;
    [[nodiscard]] virtual Report profile(void* d, InputPointers inputs,
                                         const RunOptions& options) const = 0;

    /// Whether run_apart() and profile_apart() may be called.
    [[nodiscard]] virtual bool takes_addend() const noexcept { return false; }
    /// Does what run() does with beta applied to the tensor at `addend` instead of the old D. It
    /// lies as D does and does not overlap it. Precondition: alpha and options.beta are not 0.
    virtual void run_apart(void* /*d*/, InputPointers /*inputs*/, const void* /*addend*/,
                           const RunOptions& /*options*/) const {}
    /// Runs as run_apart() does, waits for the end, and returns the report of the run.
    [[nodiscard]] virtual Report profile_apart(void* /*d*/, InputPointers /*inputs*/,
                                               const void* /*addend*/,
                                               const RunOptions& /*options*/) const {
        return {};
    }

protected:
    PlannedContraction() = default;
    PlannedContraction(const PlannedContraction&) = default;
    PlannedContraction(PlannedContraction&&) = default;
    PlannedContraction& operator=(const PlannedContraction&) = default;
    PlannedContraction& operator=(PlannedContraction&&) = default;
};

/// Makes the public plan that owns `planned`.
[[nodiscard]] ContractionPlan make_contraction_plan(
    std::unique_ptr<const PlannedContraction> planned);
/// What a public plan owns.
[[nodiscard]] const PlannedContraction& planned_of(const ContractionPlan& plan) noexcept;

}  // namespace ttgt
