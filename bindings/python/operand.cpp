// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/operand.h"

#include <cstring>
#include <optional>
#include <utility>

#include "bindings/python/array.h"
#include "bindings/python/errors.h"

namespace ttgt::python {
namespace {

/// Borrowed references to what lives as long as NumPy does.
PyTypeObject* numpy_array = nullptr;
PyObject* numpy_empty_function = nullptr;

/// The number of a buffer's format; nothing for others, foreign byte orders among them.
std::optional<ttgt_dtype> dtype_of_format(const char* format) {
    if (*format == '=' || *format == '@' || *format == '<') ++format;  // the order of this machine
    const bool is_complex = *format == 'Z';
    if (is_complex) ++format;
    if (*format == '\0' || format[1] != '\0') return std::nullopt;
    if (*format == 'f') return is_complex ? TTGT_COMPLEX64 : TTGT_FLOAT32;
    if (*format == 'd') return is_complex ? TTGT_COMPLEX128 : TTGT_FLOAT64;
    if (*format == 'e' && !is_complex) return TTGT_FLOAT16;
    return std::nullopt;
}

std::optional<ttgt_dtype> opaque_of(const Py_buffer& buffer) {
    // References to objects are counted: moving their bytes would lose count.
    if (std::strchr(buffer.format, 'O') != nullptr) return std::nullopt;
    switch (buffer.itemsize) {
        case 1:
            return TTGT_OPAQUE1;
        case 2:
            return TTGT_OPAQUE2;
        case 4:
            return TTGT_OPAQUE4;
        case 8:
            return TTGT_OPAQUE8;
        case 16:
            return TTGT_OPAQUE16;
        default:
            return std::nullopt;
    }
}

std::int32_t checked_rank(std::size_t rank, const char* name) {
    if (rank > most_modes) {
        raise("InvalidArgument", std::string(name) + " has rank " + std::to_string(rank) +
                                     "; ranks are 0 to " + std::to_string(most_modes));
    }
    return static_cast<std::int32_t>(rank);
}

}  // namespace

Operand::~Operand() {
    if (has_buffer_) PyBuffer_Release(&buffer_);
}

bool Operand::read(nb::handle object, const char* name, Access access, Elements elements) {
    if (Py_TYPE(object.ptr()) == numpy_array ||
        PyType_IsSubtype(Py_TYPE(object.ptr()), numpy_array) != 0) {
        return read_buffer(object, name, access, elements);
    }
    if (!nb::isinstance<Array>(object)) return false;
    const Array& array = *nb::inst_ptr<Array>(object);
    if (access == Access::write && !array.writable) {
        raise("InvalidArgument", std::string(name) + " is read-only");
    }
    rank_ = checked_rank(array.extents.size(), name);
    dtype_ = array.dtype;
    space_ = array.space;
    data_ = array.data;
    for (std::size_t i = 0; i < array.extents.size(); ++i) {
        extents_[i] = array.extents[i];
        strides_[i] = array.extents[i] <= 1 ? 1 : array.strides[i];
    }
    return true;
}

bool Operand::read_buffer(nb::handle object, const char* name, Access access, Elements elements) {
    const int flags = access == Access::write ? PyBUF_RECORDS : PyBUF_RECORDS_RO;
    if (PyObject_GetBuffer(object.ptr(), &buffer_, flags) != 0) {
        PyErr_Clear();
        if (access == Access::read) return false;  // elements that buffers cannot have
        raise("InvalidArgument", std::string(name) + " is read-only");
    }
    has_buffer_ = true;
    std::optional<ttgt_dtype> dtype = dtype_of_format(buffer_.format);
    if (!dtype && elements == Elements::movable) dtype = opaque_of(buffer_);
    if (!dtype) return false;
    dtype_ = *dtype;
    data_ = buffer_.buf;
    rank_ = checked_rank(static_cast<std::size_t>(buffer_.ndim), name);
    return read_strides();
}

bool Operand::read_strides() {
    for (std::int32_t i = 0; i < rank_; ++i) {
        const auto at = static_cast<std::size_t>(i);
        extents_[at] = buffer_.shape[i];
        // NumPy leaves any stride where it is never used.
        const Py_ssize_t bytes = extents_[at] <= 1 ? buffer_.itemsize : buffer_.strides[i];
        if (bytes % buffer_.itemsize != 0) return false;
        strides_[at] = bytes / buffer_.itemsize;
    }
    return true;
}

ttgt_tensor Operand::tensor() const {
    return {dtype_, space_, rank_, extents_.data(), strides_.data(), data_};
}

std::int64_t Operand::size() const {
    std::int64_t size = 1;
    for (std::int32_t i = 0; i < rank_; ++i) size *= extents_[static_cast<std::size_t>(i)];
    return size;
}

void Operand::append_to(std::string& key) const {
    const std::array<std::int32_t, 3> head{dtype_, space_, rank_};
    const std::size_t bytes = static_cast<std::size_t>(rank_) * sizeof(std::int64_t);
    key.append(reinterpret_cast<const char*>(head.data()), sizeof(head));
    key.append(reinterpret_cast<const char*>(extents_.data()), bytes);
    key.append(reinterpret_cast<const char*>(strides_.data()), bytes);
}

void set_numpy(nb::object array_type, nb::object empty) {
    numpy_array = reinterpret_cast<PyTypeObject*>(array_type.release().ptr());
    numpy_empty_function = empty.release().ptr();
}

nb::object numpy_empty(const nb::object& shape, const nb::object& dtype) {
    std::array<PyObject*, 3> arguments{nullptr, shape.ptr(), dtype.ptr()};
    PyObject* result = PyObject_Vectorcall(numpy_empty_function, arguments.data() + 1,
                                           2 | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
    if (result == nullptr) throw nb::python_error();
    return nb::steal(result);
}

}  // namespace ttgt::python
