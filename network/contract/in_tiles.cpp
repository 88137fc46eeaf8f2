// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/contract/in_tiles.h"

#include <ttgt/host_contraction.h>

#include <cstdint>

#include "contraction/devices.h"
#include "contraction/problem/statement.h"
#include "network/network_contraction.h"

namespace ttgt {
namespace {

/// Copies of fewer bytes are over before several devices are ready for them.
constexpr std::int64_t least_bytes_for_devices = std::int64_t{256} << 20;
/// The share of a device's memory that copies of operands may have; the rest is for intermediates.
constexpr double share_for_copies = 0.8;

bool lies_in_host_memory(const Views& operands) {
    for (const ConstTensorView* operand : operands) {
        if (operand->space() == MemorySpace::device) return false;
    }
    return true;
}

double bytes_of(const Views& operands) {
    double bytes = 0;
    for (const ConstTensorView* operand : operands) {
        bytes += static_cast<double>(volume(operand->layout())) *
                 static_cast<double>(size_bytes(operand->dtype()));
    }
    return bytes;
}

}  // namespace

bool suits_tiles(const Call& call) {
    if (!lies_in_host_memory(call.operands)) return false;
    const double bytes = bytes_of(call.operands);
    const bool is_shared = call.options.devices.size() > 1 && bytes >= least_bytes_for_devices;
    const Device& device = context_of(call.options).options().device;
    if (!is_shared && bytes <= share_for_copies * static_cast<double>(memory_bytes(device))) {
        return false;
    }
    return is_binary(read_statement(call.expression, layouts_of(call.operands)).expression);
}

void contract_in_tiles(const Call& call) {
    HostContractionOptions planning;
    static_cast<PlanOptions&>(planning) = planning_options(call);
    planning.devices = call.options.devices;
    const HostContractionPlan plan = plan_host_contraction(
        context_of(call.options), call.expression, layouts_of(call.operands), planning);
    RunOptions run;
    run.alpha = call.options.alpha;
    run.beta = call.options.beta;
    with_pointers(call.operands,
                  [&](InputPointers inputs) { plan.run(call.d.data(), inputs, run); });
}

}  // namespace ttgt
