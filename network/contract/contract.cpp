// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/contraction.h>

#include <array>
#include <vector>

#include "network/contract/call.h"
#include "network/contract/in_place.h"
#include "network/contract/in_tiles.h"
#include "network/contract/on_copies.h"

namespace ttgt {
namespace {

/// Does a call in one of three ways. Each finds a plan or makes it, checks the operands, and runs.
void dispatch(const Call& call) {
    const Device& device = context_of(call.options).options().device;
    if (!call.options.copy_host_operands || device.kind == Device::Kind::cpu) {
        contract_in_place(call);
    } else if (suits_tiles(call)) {
        contract_in_tiles(call);
    } else {
        contract_on_copies(call);
    }
}

}  // namespace

void contract(std::string_view expression, const TensorView& d, const ConstTensorView& l,
              const ConstTensorView& r, const ContractOptions& options) {
    const std::array operands{&static_cast<const ConstTensorView&>(d), &l, &r};
    dispatch({expression, d, operands, options, nullptr});
}

void contract(std::string_view expression, const TensorView& d, const ConstTensorView& l,
              const ContractOptions& options) {
    const std::array operands{&static_cast<const ConstTensorView&>(d), &l};
    dispatch({expression, d, operands, options, nullptr});
}

void contract(std::string_view expression, const TensorView& d,
              const std::vector<ConstTensorView>& inputs, const ContractOptions& options,
              const PathOptions& path) {
    std::vector<const ConstTensorView*> operands{&static_cast<const ConstTensorView&>(d)};
    for (const ConstTensorView& view : inputs) operands.push_back(&view);
    dispatch({expression, d, operands, options, &path});
}

}  // namespace ttgt
