// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/torch_tensor.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace ttgt::python {
namespace {

/// The table behind `__dlpack_c_exchange_api__`, by DLPack 1.2. Functions that are not called here
/// have no signature.
struct ExchangeApi {
    std::uint32_t major_version;
    std::uint32_t minor_version;
    const void* older;
    void (*allocate)();
    void (*import_tensor)();
    void (*export_tensor)();
    int (*describe)(void* object, nb::dlpack::dltensor* described);
    void (*current_stream)();
};

struct Torch {
    std::vector<PyTypeObject*> types;
    const ExchangeApi* api = nullptr;
    PyObject* empty_like = nullptr;
    PyObject* is_plain = nullptr;
    PyObject* grad_enabled = nullptr;
    PyObject* stream = nullptr;
    PyObject* requires_grad = nullptr;  ///< names, as Python keeps them
    PyObject* is_conj = nullptr;
    PyObject* is_neg = nullptr;
    PyObject* to = nullptr;
};

/// Null until PyTorch has been met; kept for good then.
std::atomic<const Torch*> torch_parts{nullptr};

/// Without an error.
bool is_result(nb::object value, PyObject* wanted) {
    if (!value.is_valid()) PyErr_Clear();
    return value.ptr() == wanted;
}

nb::object call_torch_method(PyObject* object, PyObject* name) {
    std::array<PyObject*, 1> arguments{object};
    return nb::steal(PyObject_VectorcallMethod(name, arguments.data(), 1, nullptr));
}

nb::object call_torch(PyObject* function) { return nb::steal(PyObject_CallNoArgs(function)); }

/// Whether a gradient of the tensor's is to be recorded.
bool is_recorded(const Torch& library, PyObject* tensor) {
    return !is_result(nb::steal(PyObject_GetAttr(tensor, library.requires_grad)), Py_False) &&
           !is_result(call_torch(library.grad_enabled), Py_False);
}

/// Whether the values are what lies in memory.
bool is_as_it_lies(const Torch& library, PyObject* tensor, const nb::dlpack::dltensor& described) {
    const auto code = static_cast<nb::dlpack::dtype_code>(described.dtype.code);
    return (code != nb::dlpack::dtype_code::Complex ||
            is_result(call_torch_method(tensor, library.is_conj), Py_False)) &&
           is_result(call_torch_method(tensor, library.is_neg), Py_False);
}

bool describe_memory(const Torch& library, PyObject* tensor, nb::dlpack::dltensor& described) {
    if (library.api->describe(tensor, &described) == 0) return true;
    PyErr_Clear();
    return false;
}

bool is_on_host(const nb::dlpack::dltensor& described) {
    return described.device.device_type == nb::device::cpu::value;
}

}  // namespace

void set_torch(const nb::tuple& types, const nb::object& api, const nb::object& empty_like,
               const nb::object& is_plain, const nb::object& grad_enabled,
               const nb::object& stream) {
    const auto* table =
        static_cast<const ExchangeApi*>(PyCapsule_GetPointer(api.ptr(), "dlpack_exchange_api"));
    if (table == nullptr) throw nb::python_error();
    if (table->major_version != 1 || table->describe == nullptr) return;
    auto library = std::make_unique<Torch>();
    for (nb::handle type : types) {
        library->types.push_back(reinterpret_cast<PyTypeObject*>(nb::borrow(type).release().ptr()));
    }
    library->api = table;
    library->empty_like = nb::object(empty_like).release().ptr();
    library->is_plain = nb::object(is_plain).release().ptr();
    library->grad_enabled = nb::object(grad_enabled).release().ptr();
    library->stream = nb::object(stream).release().ptr();
    library->requires_grad = PyUnicode_InternFromString("requires_grad");
    library->is_conj = PyUnicode_InternFromString("is_conj");
    library->is_neg = PyUnicode_InternFromString("is_neg");
    library->to = PyUnicode_InternFromString("to");
    const Torch* expected = nullptr;
    if (torch_parts.compare_exchange_strong(expected, library.get())) (void)library.release();
}

bool is_torch_tensor(nb::handle object) {
    const Torch* const library = torch_parts.load(std::memory_order_acquire);
    if (library == nullptr) return false;
    return std::find(library->types.begin(), library->types.end(), Py_TYPE(object.ptr())) !=
           library->types.end();
}

bool is_torch_plain() { return is_result(call_torch(torch_parts.load()->is_plain), Py_True); }

bool describe_torch_tensor(nb::handle tensor, nb::dlpack::dltensor& described) {
    const Torch* const library = torch_parts.load(std::memory_order_acquire);
    return library != nullptr && describe_memory(*library, tensor.ptr(), described) &&
           is_on_host(described) && !is_recorded(*library, tensor.ptr()) &&
           is_as_it_lies(*library, tensor.ptr(), described);
}

bool describe_torch_memory(nb::handle tensor, nb::dlpack::dltensor& described) {
    const Torch* const library = torch_parts.load(std::memory_order_acquire);
    return is_torch_tensor(tensor) && describe_memory(*library, tensor.ptr(), described) &&
           (is_on_host(described) || described.device.device_type == nb::device::cuda::value) &&
           is_as_it_lies(*library, tensor.ptr(), described);
}

bool describe_new_torch_tensor(nb::handle tensor, nb::dlpack::dltensor& described) {
    return describe_memory(*torch_parts.load(), tensor.ptr(), described);
}

std::uintptr_t torch_stream(std::int32_t device) {
    const nb::object number = nb::steal(PyLong_FromLong(device));
    const nb::object stream = nb::steal(PyObject_CallFunctionObjArgs(
        torch_parts.load()->stream, number.ptr(), static_cast<PyObject*>(nullptr)));
    if (!stream.is_valid()) throw nb::python_error();
    constexpr std::uintptr_t default_stream = 1;
    return std::max(nb::cast<std::uintptr_t>(stream), default_stream);
}

nb::object torch_empty_like(const nb::object& pattern) {
    PyObject* const result =
        PyObject_CallFunctionObjArgs(torch_parts.load()->empty_like, pattern.ptr(), nullptr);
    if (result == nullptr) throw nb::python_error();
    return nb::steal(result);
}

nb::object torch_copy(nb::handle tensor, nb::handle dtype) {
    std::array<PyObject*, 2> arguments{tensor.ptr(), dtype.ptr()};
    nb::object result =
        nb::steal(PyObject_VectorcallMethod(torch_parts.load()->to, arguments.data(), 2, nullptr));
    if (!result.is_valid()) PyErr_Clear();
    return result;
}

}  // namespace ttgt::python
