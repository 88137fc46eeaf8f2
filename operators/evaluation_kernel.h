// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/dtype.h>

#include <span>
#include <string>

#include "operators/problem/operator_problem.h"

namespace ttgt {

/// How a device evaluates a problem. Immutable.
class EvaluationKernel {
public:
    virtual ~EvaluationKernel() = default;

    /// Lines of text about tiles and threads, each indented by two blanks.
    [[nodiscard]] virtual std::string explain() const = 0;
    /// How many kernels a run enqueues; 0 on CPUs.
    [[nodiscard]] virtual int launches() const = 0;
    /// The source of generated kernels; empty where there are none.
    [[nodiscard]] virtual std::string source() const = 0;
    /// Evaluates. `pointers` has one for each operand, the output first; they have been checked
    /// against null and overlap, and the scalars against the dtype. Work on a GPU is enqueued on
    /// `stream`. Throws InvalidArgument where
    /// the device cannot take a pointer or the stream; nothing is written then. Throws OutOfMemory
    /// and DeviceError.
    virtual void run(std::span<void* const> pointers, std::span<const Scalar> scalars,
                     Stream stream) const = 0;
};

}  // namespace ttgt
