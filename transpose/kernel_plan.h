// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "transpose/transpose_problem.h"

namespace ttgt {

/// How a device moves the elements of one TransposeProblem: host data, which only the device that
/// planned it reads further.
struct TransposeKernelPlan {
    TransposeProblem problem;

    virtual ~TransposeKernelPlan() = default;
    /// Of one core, or of the GPU.
    [[nodiscard]] virtual double predicted_ms() const = 0;
    [[nodiscard]] virtual const char* method() const = 0;
    /// The tile that the method moves at a time.
    [[nodiscard]] virtual std::string parameters() const = 0;
    /// Lines for TransposePlan::explain(): the kernel, its tile and time, and the likeliest tiles
    /// not taken.
    [[nodiscard]] virtual std::string explain() const = 0;

protected:
    TransposeKernelPlan() = default;
    TransposeKernelPlan(const TransposeKernelPlan&) = default;
    TransposeKernelPlan(TransposeKernelPlan&&) = default;
    TransposeKernelPlan& operator=(const TransposeKernelPlan&) = default;
    TransposeKernelPlan& operator=(TransposeKernelPlan&&) = default;
};

/// Plans are shared: the candidates of a contraction have most of theirs in common.
using SharedKernelPlan = std::shared_ptr<const TransposeKernelPlan>;

/// "tiled 48x5x32 in 160,32,1 out 1,48,240": method, extents and strides of the merged modes.
[[nodiscard]] std::string to_string(const TransposeKernelPlan& plan);

}  // namespace ttgt
