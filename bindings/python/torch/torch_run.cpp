// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/torch/torch_run.h"

#include "bindings/python/errors.h"
#include "bindings/python/torch_tensor.h"

namespace ttgt::python {
namespace {

/// Of a tensor that torch_empty_like() has just returned.
void* address_of_new(nb::handle tensor) {
    nb::dlpack::dltensor described;
    if (!describe_new_torch_tensor(tensor, described)) {
        raise("InternalError", "a new tensor of PyTorch cannot be read");
    }
    return static_cast<char*>(described.data) + described.byte_offset;
}

}  // namespace

nb::list TorchRun::make_outputs(std::vector<void*>& addresses) const {
    nb::list outputs;
    for (const nb::object& pattern : settings_.patterns) {
        const nb::object output = torch_empty_like(pattern);
        addresses.push_back(address_of_new(output));
        outputs.append(output);
    }
    return outputs;
}

void TorchRun::run_at(const std::vector<void*>& addresses, const RunSettings& where) const {
    const std::vector<std::size_t>& order = settings_.order;
    if (plan_ == nullptr) {
        std::vector<std::uintptr_t> named;
        named.reserve(order.size());
        for (const std::size_t place : order) {
            named.push_back(reinterpret_cast<std::uintptr_t>(addresses.at(place)));
        }
        return program_->run_at(named, where);
    }
    std::vector<const void*> inputs;
    inputs.reserve(order.size());
    for (std::size_t i = 1; i < order.size(); ++i) inputs.push_back(addresses.at(order[i]));
    plan_->run_at(addresses.at(order.at(0)), inputs.data(), inputs.size(), scale_, nb::none(),
                  where);
}

nb::list TorchRun::run(std::vector<void*> addresses) const {
    nb::list outputs = make_outputs(addresses);
    RunSettings where;
    nb::object scratch;
    if (settings_.device >= 0) {
        where.stream = torch_stream(settings_.device);
        if (!settings_.scratch.is_none()) {
            scratch = torch_empty_like(settings_.scratch);
            where.workspace = reinterpret_cast<std::uintptr_t>(address_of_new(scratch));
            where.workspace_bytes = static_cast<std::int64_t>(nb::len(scratch));
        }
    }
    run_at(addresses, where);
    return outputs;
}

}  // namespace ttgt::python
