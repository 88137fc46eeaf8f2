// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/contract/on_copies.h"

#include <ttgt/error.h>

#include <fmt/format.h>

#include "contraction/devices.h"
#include "network/contract/in_place.h"
#include "network/contract/plan_lookup.h"
#include "src/core/memory/overlap.h"

namespace ttgt {
namespace {

bool is_copied(const ConstTensorView& operand) { return operand.space() == MemorySpace::host; }

void check_pointers(const Views& operands) {
    for (std::size_t operand = 0; operand < operands.size(); ++operand) {
        const ConstTensorView& view = *operands[operand];
        if (view.data() != nullptr || volume(view.layout()) == 0) continue;
        throw InvalidArgument(fmt::format("the data of {}, which is to be copied, is null",
                                          title(operands, operand)));
    }
}

/// The plan sees a packed copy of D: that D itself has a place for each element is checked here.
void check_output(const Views& operands) {
    const ConstTensorView& d = *operands[0];
    if (!is_copied(d) || !overlaps_itself(d.layout())) return;
    throw AliasedOutput(fmt::format("the output {} overlaps itself: {}", title(operands, 0),
                                    to_string(d.layout())));
}

}  // namespace

std::shared_ptr<const ContractionPlan> plan_on_copies(const Call& call) {
    check_output(call.operands);
    std::vector<ConstTensorView> packed_views;
    packed_views.reserve(call.operands.size());  // pointers to its elements stay valid
    std::vector<const ConstTensorView*> operands;
    for (const ConstTensorView* operand : call.operands) {
        operands.push_back(operand);
        if (!is_copied(*operand)) continue;
        operands.back() = &packed_views.emplace_back(
            operand->dtype(), packed(operand->layout().extents), nullptr, MemorySpace::device);
    }
    return find_or_make_plan(call, operands);
}

void contract_on_copies(const Call& call) {
    check_pointers(call.operands);
    const auto plan = plan_on_copies(call);
    const auto copies =
        copy_operands(call.d, call.operands,
                      planned_of(*plan).beta_is_zero() ? OldOutput::not_read : OldOutput::copied,
                      context_of(call.options));
    run_plan(call, *plan, copies->output(), copies->operands());
    copies->fetch();
}

}  // namespace ttgt
