// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>
#include <ttgt/c_ranks.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/python/plan.h"

namespace ttgt::python {

/// One rank of a group of ranks.
class Communicator {
public:
    explicit Communicator(ttgt_communicator handle) : handle_(handle) {}
    Communicator(const Communicator&) = delete;  // it owns a handle
    Communicator& operator=(const Communicator&) = delete;
    ~Communicator() { ttgt_communicator_destroy(handle_); }

    [[nodiscard]] ttgt_communicator handle() const { return handle_; }
    /// The number of this rank, and the number of ranks.
    [[nodiscard]] std::pair<int, int> rank() const;
    /// Raises InvalidArgument where `seconds` is not above 0.
    void set_timeout(double seconds) const;
    /// Fails the collective call that the other ranks make, or will make, with an exception of that
    /// type of ttgt.errors, InvalidArgument where it has none, and a text that ends in `text`.
    /// Collective; raises nothing.
    void fail(const std::string& type, const std::string& text) const;

private:
    ttgt_communicator handle_;
};

/// Which rank holds which elements of an array.
class Distribution {
public:
    /// `axes` and `blocks` have an entry for each mode of the array. Raises InvalidArgument where
    /// they have not.
    Distribution(std::vector<std::int64_t> extents, std::vector<std::int32_t> grid,
                 std::vector<std::int32_t> axes, std::vector<std::int64_t> blocks);

    /// Without elements.
    [[nodiscard]] ttgt_distributed_tensor tensor() const;
    [[nodiscard]] std::vector<std::int64_t> part(int rank) const;
    [[nodiscard]] std::vector<std::int64_t> indices(int mode, int rank) const;

private:
    std::vector<std::int64_t> extents_;
    std::vector<std::int32_t> grid_;
    std::vector<std::int32_t> axes_;
    std::vector<std::int64_t> blocks_;
};

struct DistributedPlanSettings {
    std::optional<std::string> engine;
    std::int64_t workspace_limit = -1;
    int beta_is_zero = -1;
};

/// This rank's parts of the arrays of a call, the output's first, which stay in place while this
/// lives.
class Parts {
public:
    Parts(const nb::tuple& parts, bool is_on_device, Access output);

    [[nodiscard]] const std::vector<ttgt_tensor>& tensors() const { return tensors_; }
    /// Types, extents and strides, as bytes that are equal where all of it is.
    [[nodiscard]] const std::string& layouts() const { return layouts_; }

private:
    std::unique_ptr<Operand[]> operands_;
    std::vector<ttgt_tensor> tensors_;
    std::string layouts_;
};

/// A context that a rank of this process uses in a call. Another rank may not use it meanwhile: it
/// would wait for the context, and the first one for it. Threads' own contexts are no one else's.
class ContextInUse {
public:
    /// Raises InvalidArgument where another rank uses the context.
    explicit ContextInUse(std::shared_ptr<Context> context);
    ContextInUse(ContextInUse&&) noexcept = default;
    ContextInUse& operator=(ContextInUse&&) = delete;
    ContextInUse(const ContextInUse&) = delete;  // a use ends once
    ContextInUse& operator=(const ContextInUse&) = delete;
    ~ContextInUse();

private:
    std::shared_ptr<Context> context_;  ///< null once it was moved
};

/// What planning reads of its arguments. No rank waits for another one to make it.
struct DistributedCall {
    std::shared_ptr<Context> context;
    std::string expression;
    std::vector<std::shared_ptr<Distribution>> distributions;
    Parts parts;
    DistributedPlanSettings settings;
    ContextInUse use;
};
/// Raises what one rank alone can see to be wrong.
DistributedCall read_call(std::shared_ptr<Context> context, std::string expression,
                          std::vector<std::shared_ptr<Distribution>> distributions,
                          const nb::tuple& parts, DistributedPlanSettings settings,
                          Access output = Access::read);
/// What the parts of a call are of, as the C interface has it.
std::vector<ttgt_distributed_tensor> tensors_of(const DistributedCall& call);

/// What a run reads of its arguments. No rank waits for another one to make it.
struct DistributedRun {
    Parts parts;
    std::optional<ttgt_scalar> alpha;
    std::optional<ttgt_scalar> beta;
    ContextInUse use;
};

/// One way to do a contraction over ranks.
class DistributedPlan {
public:
    /// Collective. Ends the call's use of the context.
    DistributedPlan(const Communicator& ranks, DistributedCall& call);
    DistributedPlan(const DistributedPlan&) = delete;  // it owns a handle
    DistributedPlan& operator=(const DistributedPlan&) = delete;
    ~DistributedPlan() { ttgt_distributed_plan_destroy(handle_); }

    /// Raises where the parts' types, extents and strides are not those of the plan.
    [[nodiscard]] DistributedRun read_run(const nb::tuple& parts, nb::handle alpha,
                                          nb::handle beta) const;
    /// Collective. Ends the run's use of the context.
    void run(DistributedRun& run) const;
    [[nodiscard]] std::string explain(int losers) const;
    [[nodiscard]] std::int64_t workspace_bytes() const;

private:
    std::shared_ptr<Context> context_;
    std::size_t arrays_;
    std::string layouts_;  ///< types, extents and strides of the parts
    ttgt_distributed_plan handle_{0};
};

/// Several statements planned together, over arrays that bind by name.
class DistributedProgram {
public:
    /// Collective. Ends the call's use of the context.
    DistributedProgram(const Communicator& ranks, DistributedCall& call,
                       const std::vector<std::string>& names);
    DistributedProgram(const DistributedProgram&) = delete;  // it owns a handle
    DistributedProgram& operator=(const DistributedProgram&) = delete;
    ~DistributedProgram() { ttgt_distributed_program_destroy(handle_); }

    /// Raises where the parts' types, extents and strides are not those of the program.
    [[nodiscard]] DistributedRun read_run(const nb::tuple& parts) const;
    /// Collective. Ends the run's use of the context.
    void run(DistributedRun& run) const;
    [[nodiscard]] std::string explain() const;
    [[nodiscard]] std::int64_t workspace_bytes() const;

private:
    std::shared_ptr<Context> context_;
    std::size_t arrays_;
    std::string layouts_;  ///< types, extents and strides of the parts
    ttgt_distributed_program handle_{0};
};

/// What a run of a formula reads of its arguments. No rank waits for another one to make it.
struct DistributedFormulaRun {
    Parts parts;
    std::vector<ttgt_scalar> scalars;
    ContextInUse use;
};

/// One way to evaluate a formula over ranks.
class DistributedEvaluation {
public:
    /// The call's expression is the formula. Collective. Ends the call's use of the context.
    DistributedEvaluation(const Communicator& ranks, DistributedCall& call);
    DistributedEvaluation(const DistributedEvaluation&) = delete;  // it owns a handle
    DistributedEvaluation& operator=(const DistributedEvaluation&) = delete;
    ~DistributedEvaluation() { ttgt_distributed_evaluation_destroy(handle_); }

    /// Raises where the parts' types, extents and strides are not those of the plan.
    [[nodiscard]] DistributedFormulaRun read_run(const nb::tuple& parts,
                                                 const nb::tuple& scalars) const;
    /// Collective. Ends the run's use of the context.
    void run(DistributedFormulaRun& run) const;
    [[nodiscard]] std::string explain(int losers) const;
    [[nodiscard]] std::int64_t workspace_bytes() const;
    [[nodiscard]] std::int64_t bytes_received() const;

private:
    std::shared_ptr<Context> context_;
    std::size_t arrays_;
    std::string layouts_;  ///< types, extents and strides of the parts
    ttgt_distributed_evaluation handle_{0};
};

/// Adds Communicator, Distribution and the plans over ranks to the module.
void bind_ranks(nb::module_& module);

}  // namespace ttgt::python
