// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/execute/backend.h"

namespace ttgt {

/// A kernel of a GemmStep that can read the old C in another place than it writes the new one.
class AddendKernel : public DeviceKernel {
public:
    /// Whether run_apart() may be called.
    [[nodiscard]] virtual bool takes_addend() const = 0;
    /// Enqueues C = alpha * (sum of op(A) * op(B)) + beta * addend, where the addend lies as C does
    /// and does not overlap it. Throws DeviceError.
    virtual void run_apart(const GemmStep& step, const Scalars& scalars, const void* a,
                           const void* b, const void* addend, void* c,
                           const Resources& resources) const = 0;
};

}  // namespace ttgt
