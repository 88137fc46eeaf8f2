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
Numpy numpy;

/// Null where the call fails; an error of Python is set then.
template <class... Arguments>
nb::object call(PyObject* function, Arguments... arguments) {
    std::array<PyObject*, sizeof...(Arguments) + 1> with{nullptr, arguments...};
    return nb::steal(PyObject_Vectorcall(
        function, with.data() + 1, sizeof...(Arguments) | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
}

nb::object without_error(nb::object result) {
    if (!result.is_valid()) PyErr_Clear();
    return result;
}

}  // namespace

void set_numpy(const nb::module_& module) {
    const auto keep = [&](const char* name) {
        return nb::object(module.attr(name)).release().ptr();
    };
    numpy.ndarray = reinterpret_cast<PyTypeObject*>(keep("ndarray"));
    numpy.generic = reinterpret_cast<PyTypeObject*>(keep("generic"));
    numpy.empty = keep("empty");
    numpy.array = keep("array");
    numpy.asarray = keep("asarray");
    numpy.dtype = keep("dtype");
    numpy.letter = PyUnicode_InternFromString("char");
}

bool is_numpy_array(nb::handle object) {
    PyTypeObject* const type = Py_TYPE(object.ptr());
    return type == numpy.ndarray || PyType_IsSubtype(type, numpy.ndarray) != 0;
}

bool is_numpy_dtype(nb::handle object) {
    return PyType_IsSubtype(Py_TYPE(object.ptr()), reinterpret_cast<PyTypeObject*>(numpy.dtype)) !=
           0;
}

bool is_like_numpy_array(nb::handle object) {
    PyTypeObject* const type = Py_TYPE(object.ptr());
    return type == &PyFloat_Type || type == &PyLong_Type || type == &PyComplex_Type ||
           type == &PyBool_Type || type == &PyList_Type || type == &PyTuple_Type ||
           PyType_IsSubtype(type, numpy.generic) != 0;
}

nb::object numpy_empty(const nb::object& shape, const nb::object& dtype) {
    nb::object result = call(numpy.empty, shape.ptr(), dtype.ptr());
    if (!result.is_valid()) throw nb::python_error();
    return result;
}

nb::object numpy_copy(nb::handle object, nb::handle dtype) {
    return without_error(call(numpy.array, object.ptr(), dtype.ptr()));
}

nb::object numpy_asarray(nb::handle object) {
    return without_error(call(numpy.asarray, object.ptr()));
}

nb::object numpy_dtype_letter(nb::handle object) {
    const nb::object dtype = without_error(call(numpy.dtype, object.ptr()));
    if (!dtype.is_valid()) return dtype;
    return without_error(nb::steal(PyObject_GetAttr(dtype.ptr(), numpy.letter)));
}

}  // namespace ttgt::python
