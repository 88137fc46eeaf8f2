// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/dtype.h>

#include <memory>
#include <string>
#include <vector>

#include "transpose/kernel_plan.h"

namespace ttgt {

/// A plan, and how long it ran when it was measured.
struct MeasuredKernelPlan {
    /// The plan that was measured, or the only one.
    SharedKernelPlan plan;
    /// Milliseconds of the measured run; 0 where nothing was run, because the tensor is empty or
    /// there was only one candidate.
    double measured_ms = 0;
};

/// Plans, measures and runs transposes on the device of one context. Immutable. Throws DeviceError
/// where the device fails.
class TransposeBackend {
public:
    virtual ~TransposeBackend() = default;

    /// The plan that the cost model predicts to be the cheapest. Throws Unsupported where no kernel
    /// covers the problem.
    [[nodiscard]] virtual SharedKernelPlan plan(const TransposeProblem& problem) const = 0;
    /// The fastest of the few plans that the cost model predicts to be the cheapest. Each is run on
    /// memory that the backend allocates, as large as both tensors. Throws OutOfMemory.
    [[nodiscard]] virtual MeasuredKernelPlan measure(const TransposeProblem& problem) const = 0;
    /// A plan for each candidate of the cost model, cheapest first; at least one.
    [[nodiscard]] virtual std::vector<SharedKernelPlan> candidates(
        const TransposeProblem& problem) const = 0;

    /// out = alpha * conj?(perm(in)) + beta * out by a plan that this backend has made. On CUDA the
    /// kernel is enqueued on `stream`, or on the context's stream where `stream` is empty. Throws
    /// InvalidArgument where the device cannot take the pointers or the stream; nothing is written
    /// then.
    virtual void run(const TransposeKernelPlan& plan, Scalar alpha, const void* in, Scalar beta,
                     void* out, Stream stream) const = 0;

    /// One line of text that names everything that measured times depend on, apart from the
    /// problem.
    [[nodiscard]] virtual std::string platform() const = 0;
};

/// The backend of the context's device, with the context's threads or stream.
[[nodiscard]] std::shared_ptr<const TransposeBackend> make_transpose_backend(
    const Context& context);

}  // namespace ttgt
