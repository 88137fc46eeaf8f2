// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/execute/scalars.h"

namespace ttgt::cuda {

/// The operands and scalars of one launch. The pointers are device pointers.
struct DirectCall {
    /// The address of the kernel's L.
    const void* l = nullptr;
    /// The address of the kernel's R; null where the kernel has one input.
    const void* r = nullptr;
    /// D, or the scratch memory that partial sums are written to.
    void* d = nullptr;
    /// alpha and beta.
    Scalars scalars;
    /// Whether the inputs are read; false where they have no elements, so that D = beta * D.
    bool reads_inputs = true;
};

}  // namespace ttgt::cuda
