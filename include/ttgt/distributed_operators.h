// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>
#include <ttgt/export.h>
#include <ttgt/operators.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Formulas of tensors over ranks: elementwise functions and reductions. docs/guide/operators.md
/// has the grammar. Functions documented as collective are those of ttgt/distributed.h.
namespace ttgt {

class PlannedFormula;  // the implementation of a plan

/// How a formula over ranks is planned. The options must be equal on all ranks.
struct DistributedEvaluationOptions {
    /// The most bytes of workspace of each rank. Unset: the context's limit.
    std::optional<std::int64_t> workspace_limit{};
    /// The rates by which times are predicted; unset: those of DistributedOptions::rates.
    std::optional<RankRates> rates{};
    /// The most bytes of one message. Longer messages are sent in slices.
    std::int64_t int_limit = 2147483647;
};

/// A plan: one way to evaluate a formula on several ranks. Each rank evaluates some of the index
/// tuples of the formula's labels. Where labels that the formula reduces are spread, each rank
/// reduces its own, and these parts are then reduced. A plan is immutable, and all ranks have the
/// same one. It stays valid when its Communicator is destroyed, but must be destroyed before MPI is
/// finalised.
class TTGT_EXPORT DistributedEvaluationPlan {
public:
    ~DistributedEvaluationPlan();
    DistributedEvaluationPlan(DistributedEvaluationPlan&&) noexcept;
    DistributedEvaluationPlan& operator=(DistributedEvaluationPlan&&) noexcept;
    DistributedEvaluationPlan(const DistributedEvaluationPlan&) = delete;  // shared by reference
    DistributedEvaluationPlan& operator=(const DistributedEvaluationPlan&) = delete;

    /// The names of the input tensors, in the order in which a run takes them.
    [[nodiscard]] const std::vector<std::string>& inputs() const noexcept;
    /// The names of the scalars, in the order in which a run takes them.
    [[nodiscard]] const std::vector<std::string>& scalars() const noexcept;
    /// Describes the plan: how each tensor is spread, how the work is, what this rank sends and
    /// receives of each tensor, the rates behind the predicted time, and at most `most_losers`
    /// rejected candidates, the fastest first.
    [[nodiscard]] std::string explain(std::size_t most_losers = SIZE_MAX) const;
    /// The bytes of workspace that a run uses on this rank. Scratch memory that a run allocates as
    /// EvaluationPlan::run() does not count.
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept;
    /// The largest workspace_bytes() of all ranks. The workspace limit applies to this number.
    [[nodiscard]] std::int64_t most_workspace_bytes() const noexcept;
    /// The bytes that this rank sends to other ranks in a run.
    [[nodiscard]] std::int64_t bytes_sent() const noexcept;
    /// The bytes that this rank receives from other ranks in a run.
    [[nodiscard]] std::int64_t bytes_received() const noexcept;

    /// Computes this rank's part of the output at `out`. Collective. Each pointer is the address of
    /// the first element of a tensor that this rank holds, in the memory of the context's device;
    /// it may be null where the rank holds no element. `scalars` are equal on all ranks. With `=`,
    /// the output is not read unless the formula names it on the right. `workspace` has at least
    /// workspace_bytes() bytes. Every run of one plan on equal inputs gives equal bits.
    ///
    /// On CPUs, this rank's part of the output is complete when the call returns. On CUDA, the call
    /// enqueues work on `stream`; it waits until all ranks have made the call, but not for the work
    /// to finish. If the stream is empty, it enqueues on the stream of the context that made the
    /// plan, which must still exist.
    ///
    /// Throws on every rank, before any data is sent: OperandCountMismatch where there are more or
    /// fewer inputs or scalars than the formula has; InvalidArgument where a pointer is null or, on
    /// CUDA, misaligned, a scalar is complex and the output real, a scalar differs between ranks,
    /// the workspace is too small or misaligned, or a stream is given on a CPU; OverlapError where
    /// the output overlaps an input on some rank, unless both have one address, layout and
    /// distribution and the formula reads of the input only the element that it writes.
    void run(void* out, std::span<const void* const> inputs, std::span<const Scalar> scalars = {},
             const Workspace& workspace = {}, Stream stream = {}) const;

private:
    friend DistributedEvaluationPlan plan_evaluation(Communicator& communicator, Context& context,
                                                     std::string_view formula,
                                                     const std::vector<DistributedLayout>& operands,
                                                     const DistributedEvaluationOptions& options);
    explicit DistributedEvaluationPlan(std::unique_ptr<const PlannedFormula> planned);

    std::unique_ptr<const PlannedFormula> planned_;
};

/// Plans a formula of tensors over ranks: the output first, then each tensor on the right once, in
/// the order in which their names appear first. Collective. `context` is this rank's context, on a
/// CPU or on the device that the communicator was made for. The plan brings tensors to a common
/// distribution of the labels, evaluates on each rank as plan_evaluation() for one device does, and
/// takes the result to the output's distribution; it is the one of the least predicted time. Parts
/// of a reduction have the type that the formula computes with (float32 where no tensor is float64
/// or complex128), and are reduced in double precision.
///
/// Throws on every rank: what plan_evaluation() for one device throws; InvalidArgument where
/// arguments differ between ranks, a distribution does not fit its tensor, a rate is not positive,
/// or no plan fits the workspace limit; Unsupported for devices that the communicator cannot use.
[[nodiscard]] TTGT_EXPORT DistributedEvaluationPlan
plan_evaluation(Communicator& communicator, Context& context, std::string_view formula,
                const std::vector<DistributedLayout>& operands,
                const DistributedEvaluationOptions& options = DistributedEvaluationOptions());

/// Options of evaluate() with a communicator: how to plan, and the arguments of the run.
struct DistributedEvaluateOptions : DistributedEvaluationOptions {
    std::vector<Scalar> scalars{};  ///< values of the formula's scalars, in their order
    Context* context = nullptr;     ///< null: the calling thread's CPU context, thread_context()
};

/// Plans and runs a formula of tensors over ranks with the context's workspace. Collective. Throws
/// on every rank what plan_evaluation() and DistributedEvaluationPlan::run() throw, InvalidArgument
/// where a tensor lies in another memory space than the context's device, and OutOfMemory.
TTGT_EXPORT void evaluate(Communicator& communicator, std::string_view formula,
                          const DistributedView& d, const std::vector<ConstDistributedView>& inputs,
                          const DistributedEvaluateOptions& options = {});

}  // namespace ttgt
