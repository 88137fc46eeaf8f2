// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/tensor.h>

#include <functional>
#include <memory>
#include <vector>

#include "contraction/execute/backend.h"
#include "contraction/plan/machine.h"

namespace ttgt::cuda {

/// What runs contractions on the CUDA device of that number, and what plans them. What contractions
/// need of a build with CUDA is declared here.
[[nodiscard]] const Backend& backend(int device);
[[nodiscard]] std::unique_ptr<const Machine> make_machine(const ContextOptions& options);

using CallOnOperands =
    std::function<void(const TensorView& d, const std::vector<const ConstTensorView*>& inputs)>;
/// Calls `call` with packed copies on the device of those operands that lie in host memory, copies
/// D back, and waits for that. Throws OutOfMemory, and as `call` does.
void call_on_copies(const TensorView& d, const std::vector<const ConstTensorView*>& inputs,
                    bool reads_d, Context& context, const CallOnOperands& call);

}  // namespace ttgt::cuda
