// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/contract/contract_on_devices.h"

#include <ttgt/host_contraction.h>

#include <memory>

#include "tools/bench/timing.h"
#include "tools/operands/tiled_report.h"

namespace ttgt::tool {

PlannedCall plan_on_devices(Context& context, const ContractCommand& command,
                            const ContractRequest& request) {
    HostContractionOptions options;
    static_cast<PlanOptions&>(options) = plan_options_of(command);
    options.beta_is_zero = request.beta == Scalar{};
    options.devices = parse_devices(command.devices);
    const auto plan = std::make_shared<const HostContractionPlan>(
        plan_host_contraction(context, command.expression, request.operands, options));
    const Report report = tiled_report(*plan, command.expression, request.operands, options);
    return [&request, plan, report](const std::vector<Buffer>& buffers) {
        RunOptions run;
        run.alpha = request.alpha;
        run.beta = request.beta;
        std::vector<const void*> inputs;
        for (std::size_t i = 1; i < buffers.size(); ++i) inputs.push_back(buffers[i].get());
        return timed(report, time_ms([&] { plan->run(buffers.front().get(), inputs, run); }));
    };
}

}  // namespace ttgt::tool
