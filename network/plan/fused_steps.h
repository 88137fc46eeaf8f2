// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <optional>
#include <string>

#include "network/plan/network_plan.h"
#include "network/plan/plan_network.h"

namespace ttgt::network {

/// One kernel for all steps of a block, compiled, where it is predicted to be faster than they are;
/// else nothing, with the reason.
struct Fusion {
    std::optional<FusedSteps> steps;
    std::string rejection;
};
/// Of a block without loops on a CUDA device.
[[nodiscard]] Fusion fuse_steps(const Context& context, const NetworkRequest& request,
                                const Block& block);

/// Enqueues the kernel, without checks, on the stream (empty: that of planning).
void run_fused(const FusedSteps& steps, const Operands& operands, Stream stream);
/// Runs it, waits, and returns what it took.
[[nodiscard]] double time_fused_ms(const FusedSteps& steps, const Operands& operands,
                                   Stream stream);

}  // namespace ttgt::network
