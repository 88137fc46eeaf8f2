// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/execute/call_run.h"

#include <cstdint>

#include "contraction/devices.h"
#include "contraction/execute/execute.h"

namespace ttgt::blocks {

char* RunArguments::address(const Place& place) const {
    switch (place.slot) {
        case BufferRef::Slot::d:
            return static_cast<char*>(execution_.d.data(place.block)) + place.offset;
        case BufferRef::Slot::workspace:
            return execution_.workspace + place.offset;
        default: {
            const std::size_t number = place.slot == BufferRef::Slot::l ? 0 : 1;
            // Inputs are only read: the steps that get them take pointers to const.
            const void* const data = execution_.inputs[number].data(place.block);
            return const_cast<char*>(static_cast<const char*>(data)) + place.offset;
        }
    }
}

Scalar RunArguments::resolve(ScalarRole role) const {
    switch (role) {
        case ScalarRole::zero:
            return 0.0;
        case ScalarRole::one:
            return 1.0;
        case ScalarRole::alpha:
            return execution_.alpha;
        default:
            return execution_.beta;
    }
}

void run_calls(const BlockPlan& plan, const Stage& stage, const Job& job,
               const BlockExecution& execution, int thread, const Resources& resources) {
    const RunArguments arguments(execution);
    const Backend& backend = backend_of(execution.device);
    char* scratch = execution.workspace;
    if (scratch != nullptr) scratch += plan.scratch_offset + thread * plan.scratch_bytes;
    // An operand that a call does not have stands in no place.
    const auto address = [&](const Place& place, bool exists) {
        return exists ? arguments.address(place) : nullptr;
    };
    for (std::uint32_t i = 0; i < job.calls; ++i) {
        const Call& call = stage.calls[job.first_call + i];
        const Plan& dense = plan.plans[call.plan];
        Execution its;
        its.bases = {arguments.address(call.d), arguments.address(call.l),
                     address(call.r, dense.problem.inputs == 2), scratch};
        its.alpha = arguments.resolve(call.alpha);
        its.beta = arguments.resolve(call.beta);
        its.resources = resources;
        execute(dense, backend, its);
    }
}

}  // namespace ttgt::blocks
