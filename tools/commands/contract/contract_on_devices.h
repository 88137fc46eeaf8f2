// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/report.h>

#include <functional>
#include <vector>

#include "tools/commands/commands.h"
#include "tools/commands/contract/contract_request.h"
#include "tools/operands/buffers.h"

namespace ttgt::tool {

/// A plan, ready to run on the tensors, the output first; gives the report of the run.
using PlannedCall = std::function<Report(const std::vector<Buffer>& buffers)>;

/// `ttgt contract --devices`: the devices share the tensors in host memory. The command and the
/// request outlive the call. Throws as plan_host_contraction().
[[nodiscard]] PlannedCall plan_on_devices(Context& context, const ContractCommand& command,
                                          const ContractRequest& request);

}  // namespace ttgt::tool
