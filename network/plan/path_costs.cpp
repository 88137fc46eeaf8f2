// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/path_costs.h"

#include <utility>
#include <vector>

#include "contraction/devices.h"
#include "contraction/planner/quick_price.h"
#include "src/core/element.h"

namespace ttgt::network {
namespace {

double bytes_of(const std::vector<ProgramTensor>& operands) {
    double sum = 0;
    for (const ProgramTensor& operand : operands) {
        sum += static_cast<double>(volume(operand.layout)) *
               static_cast<double>(size_bytes(operand.dtype));
    }
    return sum;
}

}  // namespace

std::shared_ptr<const Machine> machine_of(Context& context, const Program& program, int threads) {
    ContextOptions settings = context.options();
    settings.threads = threads;
    return make_machine(settings, bytes_of(program.operands()));
}

PathCosts path_costs(std::shared_ptr<const Machine> machine, const Program& program,
                     Minimize minimize) {
    const DType dtype = compute_of(program.operands().front().dtype);
    return PathCosts(minimize, [machine = std::move(machine), dtype](const StepVolumes& step) {
        return quick_price_ms(*machine, dtype, {step.l, step.r, step.d, step.all});
    });
}

}  // namespace ttgt::network
