// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/torch/torch_calls.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/python/torch/torch_run.h"
#include "bindings/python/torch_tensor.h"

namespace ttgt::python {
namespace {

constexpr std::size_t most_torch_calls = 2048;

/// A call's text and layouts in bytes, and where its inputs lie.
struct TorchCallKey {
    std::string bytes;  ///< empty: such calls are not known
    std::vector<void*> addresses;
};

TorchCallKey read_call(nb::handle text, const nb::tuple& inputs) {
    TorchCallKey key;
    Py_ssize_t size = 0;
    const char* const characters = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (characters == nullptr) {  // no string, or lone surrogates
        PyErr_Clear();
        return key;
    }
    std::string bytes(characters, static_cast<std::size_t>(size));
    bytes.push_back('\0');
    key.addresses.reserve(inputs.size() + 2);
    for (const nb::handle input : inputs) {
        Operand operand;
        if (!operand.read_torch_anywhere(input)) return key;
        operand.append_to(bytes);
        key.addresses.push_back(operand.data());
    }
    key.bytes = std::move(bytes);
    return key;
}

TorchRunSettings settings_of(std::vector<std::size_t> order, const nb::list& patterns,
                             nb::object scratch, std::int32_t device) {
    TorchRunSettings settings{std::move(order), {}, std::move(scratch), device};
    for (const nb::handle pattern : patterns) settings.patterns.push_back(nb::borrow(pattern));
    return settings;
}

}  // namespace

nb::object TorchCalls::look_up(const std::string& key) {
    const std::lock_guard lock(guard_);
    const auto found = made_.find(key);
    return found == made_.end() ? nb::none() : found->second;
}

nb::object TorchCalls::find(nb::handle text, const nb::tuple& inputs) {
    return look_up(read_call(text, inputs).bytes);
}

nb::object TorchCalls::run(nb::handle text, const nb::tuple& inputs) {
    TorchCallKey key = read_call(text, inputs);
    nb::object found = look_up(key.bytes);
    if (found.is_none()) return found;
    return nb::cast<const TorchRun&>(found).run(std::move(key.addresses));
}

void TorchCalls::add(nb::handle text, const nb::tuple& inputs, const nb::object& made) {
    std::string key = read_call(text, inputs).bytes;
    if (key.empty()) return;
    // Destroyed without the lock: that may call Python.
    std::unordered_map<std::string, nb::object> dropped;
    const std::lock_guard lock(guard_);
    if (made_.size() >= most_torch_calls) dropped.swap(made_);
    made_.try_emplace(std::move(key), made);
}

void TorchCalls::clear() {
    std::unordered_map<std::string, nb::object> dropped;
    const std::lock_guard lock(guard_);
    dropped.swap(made_);
}

std::size_t TorchCalls::size() {
    const std::lock_guard lock(guard_);
    return made_.size();
}

void bind_torch(nb::module_& module) {
    const nb::class_<TorchRun> run(module, "TorchRun");
    module.def(
        "torch_run_of_plan",
        [](std::shared_ptr<Plan> plan, double scale, std::vector<std::size_t> order,
           const nb::list& patterns, nb::object scratch, std::int32_t device) {
            return std::make_shared<TorchRun>(
                std::move(plan), scale,
                settings_of(std::move(order), patterns, std::move(scratch), device));
        },
        nb::arg("plan"), nb::arg("scale"), nb::arg("order"), nb::arg("patterns"),
        nb::arg("scratch").none(), nb::arg("device"));
    module.def(
        "torch_run_of_program",
        [](std::shared_ptr<Program> program, std::vector<std::size_t> order,
           const nb::list& patterns, nb::object scratch, std::int32_t device) {
            return std::make_shared<TorchRun>(
                std::move(program),
                settings_of(std::move(order), patterns, std::move(scratch), device));
        },
        nb::arg("program"), nb::arg("order"), nb::arg("patterns"), nb::arg("scratch").none(),
        nb::arg("device"));
    nb::class_<TorchCalls>(module, "TorchCalls")
        .def(nb::init<>())
        .def("find", &TorchCalls::find, nb::arg("text"), nb::arg("inputs"))
        .def("run", &TorchCalls::run, nb::arg("text"), nb::arg("inputs"))
        .def("add", &TorchCalls::add, nb::arg("text"), nb::arg("inputs"), nb::arg("made"))
        .def("clear", &TorchCalls::clear)
        .def("__len__", &TorchCalls::size);
}

}  // namespace ttgt::python
