// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <optional>
#include <string>

#include "network/plan/network_plan.h"
#include "network/plan/plan_network.h"

namespace ttgt::network {

/// The result of fuse_steps(): a kernel, or the reason why there is none.
struct Fusion {
    std::optional<FusedSteps> steps;  ///< the compiled kernel
    std::string rejection;            ///< why `steps` is empty; empty if there is a kernel
};
/// Generates and compiles one kernel for all steps of a block. The kernel is rejected if the steps
/// are predicted to be as fast. Preconditions: the device is a CUDA device, and the block has no
/// loops.
[[nodiscard]] Fusion fuse_steps(const Context& context, const NetworkRequest& request,
                                const Block& block);

/// Enqueues the kernel on `stream`, or on the planning context's if `stream` is empty.
/// Precondition: check_operands() accepted the operands.
void run_fused(const FusedSteps& steps, const Operands& operands, Stream stream);
/// Runs the kernel as run_fused() does, waits for its end, and returns its milliseconds.
[[nodiscard]] double time_fused_ms(const FusedSteps& steps, const Operands& operands,
                                   Stream stream);

}  // namespace ttgt::network
