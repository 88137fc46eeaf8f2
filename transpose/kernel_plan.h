// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "src/core/kernel_key.h"
#include "transpose/transpose_problem.h"

namespace ttgt {

/// How a device moves the elements of one TransposeProblem. Host data; only the backend that has
/// made the plan knows its type.
struct TransposeKernelPlan {
    /// The problem that the plan was made for.
    TransposeProblem problem;

    virtual ~TransposeKernelPlan() = default;
    /// Predicted milliseconds of one CPU core, or of the GPU.
    [[nodiscard]] virtual double predicted_ms() const = 0;
    /// The name of the method: "copy", "tiled", ...
    [[nodiscard]] virtual const char* method() const = 0;
    /// Text of the tile that the method moves at a time.
    [[nodiscard]] virtual std::string parameters() const = 0;
    /// Which of the device's plans for the problem this is.
    [[nodiscard]] virtual KernelKey key() const = 0;
    /// Lines for TransposePlan::explain(): the kernel, its tile and predicted time, and the
    /// cheapest tiles that were not chosen.
    [[nodiscard]] virtual std::string explain() const = 0;

protected:
    TransposeKernelPlan() = default;
    TransposeKernelPlan(const TransposeKernelPlan&) = default;
    TransposeKernelPlan(TransposeKernelPlan&&) = default;
    TransposeKernelPlan& operator=(const TransposeKernelPlan&) = default;
    TransposeKernelPlan& operator=(TransposeKernelPlan&&) = default;
};

/// A plan that several owners share: candidates of a contraction have most of their transposes in
/// common.
using SharedKernelPlan = std::shared_ptr<const TransposeKernelPlan>;

/// Method, extents and strides of the merged modes: "tiled 48x5x32 in 160,32,1 out 1,48,240".
[[nodiscard]] std::string to_string(const TransposeKernelPlan& plan);

}  // namespace ttgt
