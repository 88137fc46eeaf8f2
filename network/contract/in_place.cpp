// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/contract/in_place.h"

#include <ttgt/error.h>

#include <fmt/format.h>

#include "network/contract/plan_lookup.h"

namespace ttgt {
namespace {

void check_spaces(const Views& operands, const Device& device) {
    const MemorySpace wanted =
        device.kind == Device::Kind::cpu ? MemorySpace::host : MemorySpace::device;
    for (std::size_t operand = 0; operand < operands.size(); ++operand) {
        const MemorySpace space = operands[operand]->space();
        if (space == wanted) continue;
        throw InvalidArgument(
            fmt::format("{} lies in {} memory, which {} does not work on", title(operands, operand),
                        space == MemorySpace::host ? "host" : "device", to_string(device)));
    }
}

}  // namespace

void contract_in_place(const Call& call) {
    check_spaces(call.operands, context_of(call.options).options().device);
    const auto plan = find_or_make_plan(call, call.operands);
    run_plan(call, *plan, call.d, call.operands);
}

void run_plan(const Call& call, const ContractionPlan& plan, const TensorView& d,
              const Views& operands) {
    Context& context = context_of(call.options);
    RunOptions run;
    run.alpha = call.options.alpha;
    run.beta = call.options.beta;
    run.workspace = context.workspace(plan.workspace_bytes());
    run.stream = context.stream();  // cached plans may outlive the context that planned them
    with_pointers(operands, [&](InputPointers inputs) {
        if (const auto& report_sink = context.options().report_sink) {
            report_sink(plan.profile(d.data(), inputs, run));
        } else {
            plan.run(d.data(), inputs, run);
        }
    });
}

}  // namespace ttgt
