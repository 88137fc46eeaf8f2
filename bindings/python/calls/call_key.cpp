// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Keys of kept calls. What may call Python comes first: it could run another call on this thread.
#include "bindings/python/calls/call_cache.h"
#include "bindings/python/numpy.h"

namespace ttgt::python {
namespace {

constexpr long long ellipsis = -1;

/// False for what is no string, and for lone surrogates, which UTF-8 lacks.
bool append_text(nb::handle text, std::string& key) {
    if (PyUnicode_Check(text.ptr()) == 0) return false;
    Py_ssize_t size = 0;
    const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (bytes == nullptr) {
        PyErr_Clear();
        return false;
    }
    key.append(bytes, static_cast<std::size_t>(size)).push_back('\0');
    return true;
}

bool append_number(long long number, std::string& key) {
    key.append(reinterpret_cast<const char*>(&number), sizeof(number));
    return true;
}

bool append_label(nb::handle label, std::string& key) {
    if (label.ptr() == Py_Ellipsis) return append_number(ellipsis, key);
    if (PyLong_CheckExact(label.ptr()) == 0) return false;
    const long long number = PyLong_AsLongLong(label.ptr());
    if (number < 0) PyErr_Clear();  // an overflow, or none: either is refused elsewhere
    return number >= 0 && append_number(number, key);
}

/// A list or tuple of labels; other sequences are not kept.
bool append_labels(nb::handle labels, std::string& key) {
    const bool is_list = PyList_CheckExact(labels.ptr()) != 0;
    if (!is_list && PyTuple_CheckExact(labels.ptr()) == 0) return false;
    const Py_ssize_t size = is_list ? PyList_Size(labels.ptr()) : PyTuple_Size(labels.ptr());
    append_number(size, key);
    for (Py_ssize_t i = 0; i < size; ++i) {
        // A new reference: another thread may change the list.
        const nb::object label = nb::steal(PySequence_GetItem(labels.ptr(), i));
        if (!label.is_valid()) {
            PyErr_Clear();
            return false;
        }
        if (!append_label(label, key)) return false;
    }
    return true;
}

/// The operands' arrays and lists of labels: array, list, array, list, ..., perhaps the output's.
bool append_lists(nb::handle operands, Py_ssize_t size, std::string& key) {
    for (Py_ssize_t i = 1; i < size; i += 2) {
        if (!append_labels(PyTuple_GetItem(operands.ptr(), i), key)) return false;
    }
    if (size % 2 == 0) return true;
    key.push_back('>');
    return append_labels(PyTuple_GetItem(operands.ptr(), size - 1), key);
}

/// "float64" and numpy.float64 are one type, and have one text.
nb::object text_of_dtype(nb::handle dtype) {
    if (dtype.is_none()) return nb::str("");
    if (PyUnicode_Check(dtype.ptr()) != 0 || PyType_Check(dtype.ptr()) != 0 ||
        is_numpy_dtype(dtype)) {
        return numpy_dtype_letter(dtype);
    }
    nb::object text = nb::steal(PyObject_Str(dtype.ptr()));  // such as torch.float64
    if (!text.is_valid()) PyErr_Clear();
    return text;
}

}  // namespace

CallKey CallCache::key(nb::handle text, nb::handle inputs, nb::handle output, bool has_beta,
                       std::size_t first, CallOperands& read) {
    CallKey key;
    const auto size = static_cast<std::size_t>(PyTuple_Size(inputs.ptr()));
    if (size <= first) return key;
    key.inputs = {first, size - first, 1};
    if (!read.read(inputs, key.inputs, output)) return key;
    std::string bytes(1, has_beta ? 'b' : 'c');
    if (!append_text(text, bytes)) return key;
    read.append_to(bytes);
    key.bytes = std::move(bytes);
    return key;
}

CallKey CallCache::einsum_key(nb::handle operands, nb::handle output, const EinsumOptions& options,
                              CallOperands& read) {
    CallKey key;
    const Py_ssize_t size = PyTuple_Size(operands.ptr());
    if (size < 2) return key;
    const nb::handle text = PyTuple_GetItem(operands.ptr(), 0);
    const bool has_text = PyUnicode_Check(text.ptr()) != 0;
    const auto count = static_cast<std::size_t>(size);
    key.inputs = has_text ? Places{1, count - 1, 1} : Places{0, count / 2, 2};
    const nb::object dtype = text_of_dtype(options.dtype);
    if (!dtype.is_valid() || !read.read(operands, key.inputs, output)) return key;
    std::string bytes(1, has_text ? 'e' : 'l');
    const bool is_known =
        append_text(dtype, bytes) && append_text(options.order, bytes) &&
        append_text(options.casting, bytes) &&
        (has_text ? append_text(text, bytes) : append_lists(operands, size, bytes));
    if (!is_known) return key;
    read.append_to(bytes);
    key.bytes = std::move(bytes);
    return key;
}

}  // namespace ttgt::python
