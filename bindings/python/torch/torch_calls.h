// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <unordered_map>

#include "bindings/python/operand.h"

namespace ttgt::python {

/// What calls with tensors of PyTorch have made, by their text and the layouts of their inputs, on
/// CPUs and GPUs. Any thread may use it. Calls with other inputs, and with conjugated and negated
/// tensors, are not known here.
class TorchCalls {
public:
    /// What add() was given; None where nothing was.
    nb::object find(nb::handle text, const nb::tuple& inputs);
    /// New outputs of the TorchRun that add() was given; None where nothing was.
    nb::object run(nb::handle text, const nb::tuple& inputs);
    /// Nothing happens where calls with such inputs cannot be known.
    void add(nb::handle text, const nb::tuple& inputs, const nb::object& made);
    void clear();
    [[nodiscard]] std::size_t size();

private:
    nb::object look_up(const std::string& key);

    std::mutex guard_;
    std::unordered_map<std::string, nb::object> made_;
};

/// Adds TorchCalls and TorchRun to the module.
void bind_torch(nb::module_& module);

}  // namespace ttgt::python
