// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/numpy.h"

#include <array>
#include <cstddef>

namespace ttgt::python {
namespace {

struct Numpy {
    PyTypeObject* ndarray = nullptr;
    PyTypeObject* generic = nullptr;
    PyObject* empty = nullptr;
    PyObject* array = nullptr;
    PyObject* asarray = nullptr;
    PyObject* dtype = nullptr;
    PyObject* letter = nullptr;  ///< "char", a name
};

/// Written once, before any call.
Numpy numpy_parts;

/// Null where the call fails; an error of Python is set then.
template <class... Arguments>
nb::object call_numpy(PyObject* function, Arguments... arguments) {
    std::array<PyObject*, sizeof...(Arguments) + 1> with{nullptr, arguments...};
    return nb::steal(PyObject_Vectorcall(
        function, with.data() + 1, sizeof...(Arguments) | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
}

nb::object or_null(nb::object result) {
    if (!result.is_valid()) PyErr_Clear();
    return result;
}

}  // namespace

void set_numpy(const nb::module_& module) {
    const auto keep = [&](const char* name) {
        return nb::object(module.attr(name)).release().ptr();
    };
    numpy_parts.ndarray = reinterpret_cast<PyTypeObject*>(keep("ndarray"));
    numpy_parts.generic = reinterpret_cast<PyTypeObject*>(keep("generic"));
    numpy_parts.empty = keep("empty");
    numpy_parts.array = keep("array");
    numpy_parts.asarray = keep("asarray");
    numpy_parts.dtype = keep("dtype");
    numpy_parts.letter = PyUnicode_InternFromString("char");
}

bool is_numpy_array(nb::handle object) {
    PyTypeObject* const type = Py_TYPE(object.ptr());
    return type == numpy_parts.ndarray || PyType_IsSubtype(type, numpy_parts.ndarray) != 0;
}

bool is_numpy_dtype(nb::handle object) {
    return PyType_IsSubtype(Py_TYPE(object.ptr()),
                            reinterpret_cast<PyTypeObject*>(numpy_parts.dtype)) != 0;
}

bool is_like_numpy_array(nb::handle object) {
    PyTypeObject* const type = Py_TYPE(object.ptr());
    return type == &PyFloat_Type || type == &PyLong_Type || type == &PyComplex_Type ||
           type == &PyBool_Type || type == &PyList_Type || type == &PyTuple_Type ||
           PyType_IsSubtype(type, numpy_parts.generic) != 0;
}

nb::object numpy_empty(const nb::object& shape, const nb::object& dtype) {
    nb::object result = call_numpy(numpy_parts.empty, shape.ptr(), dtype.ptr());
    if (!result.is_valid()) throw nb::python_error();
    return result;
}

nb::object numpy_copy(nb::handle object, nb::handle dtype) {
    return or_null(call_numpy(numpy_parts.array, object.ptr(), dtype.ptr()));
}

nb::object numpy_asarray(nb::handle object) {
    return or_null(call_numpy(numpy_parts.asarray, object.ptr()));
}

nb::object numpy_dtype_letter(nb::handle object) {
    const nb::object dtype = or_null(call_numpy(numpy_parts.dtype, object.ptr()));
    if (!dtype.is_valid()) return dtype;
    return or_null(nb::steal(PyObject_GetAttr(dtype.ptr(), numpy_parts.letter)));
}

}  // namespace ttgt::python
