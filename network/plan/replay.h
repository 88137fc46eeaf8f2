// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <string>

#include "contraction/execute/run_replay.h"
#include "network/plan/network_plan.h"

namespace ttgt::network {

/// Counts the launches of a run and, if replaying them gains time, sets NetworkParts::replay.
/// Precondition: the rest of the parts is set.
void prepare_replay(NetworkParts& parts, const Context& context);

/// Enqueues the run in one piece. Returns false without having enqueued anything if the steps must
/// be enqueued one by one. `enqueue` does so on the stream that it is given. Throws Interrupted and
/// DeviceError. Precondition: check_operands() accepted the arguments.
[[nodiscard]] bool replay_run(const NetworkParts& parts, const Operands& operands,
                              const RunOptions& options, const EnqueueRun& enqueue);

/// A line on how runs on a CUDA device are enqueued, and why. Empty on CPUs.
[[nodiscard]] std::string explain_replay(const NetworkParts& parts);

}  // namespace ttgt::network
