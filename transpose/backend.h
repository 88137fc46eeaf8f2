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

/// A plan, and what it took; 0: nothing was run, as there was no other.
struct MeasuredKernelPlan {
    SharedKernelPlan plan;
    double measured_ms = 0;
};

/// What plans, measures and runs transposes on the device of one context. Immutable; throws
/// DeviceError where the device fails.
class TransposeBackend {
public:
    virtual ~TransposeBackend() = default;

    /// The cheapest by the model. Throws Unsupported where no kernel covers the problem.
    [[nodiscard]] virtual SharedKernelPlan plan(const TransposeProblem& problem) const = 0;
    /// The fastest of the likeliest few, each run on memory of the planner's own, as large as the
    /// tensors. Throws OutOfMemory.
    [[nodiscard]] virtual MeasuredKernelPlan measure(const TransposeProblem& problem) const = 0;
    /// All that the model weighs, as it ranks them, at least one.
    [[nodiscard]] virtual std::vector<SharedKernelPlan> candidates(
        const TransposeProblem& problem) const = 0;

    /// out = alpha * conj?(perm(in)) + beta * out by a plan of this backend's, on CUDA in order on
    /// the stream (empty: the context's). Throws InvalidArgument where the device cannot take the
    /// pointers or the stream; nothing is written then.
    virtual void run(const TransposeKernelPlan& plan, Scalar alpha, const void* in, Scalar beta,
                     void* out, Stream stream) const = 0;

    /// What measured times depend on beside the problem, in one line.
    [[nodiscard]] virtual std::string platform() const = 0;
};

/// That of the context's device, with its threads or its stream.
[[nodiscard]] std::shared_ptr<const TransposeBackend> make_transpose_backend(
    const Context& context);

}  // namespace ttgt
