// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/operand.h"

#include <cstring>
#include <optional>
#include <utility>

#include "bindings/python/array.h"
#include "bindings/python/errors.h"
#include "bindings/python/numpy.h"
#include "bindings/python/torch_tensor.h"

namespace ttgt::python {
namespace {

/// In keys, the place of the number of a dtype: a format follows the strides.
constexpr std::int32_t unusable = -1;

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
    if (is_numpy_array(object)) {
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
    rank_ = checked_rank(static_cast<std::size_t>(buffer_.ndim), name);
    data_ = buffer_.buf;
    if (dtype) {
        dtype_ = *dtype;
        if (read_strides()) return true;
    }
    if (elements != Elements::any) return false;
    read_unusable();
    return true;
}

void Operand::read_float(double number) {
    number_ = number;
    data_ = &number_;
    dtype_ = TTGT_FLOAT64;
    rank_ = 0;
}

bool Operand::read_torch(nb::handle tensor) {
    nb::dlpack::dltensor described;
    return describe_torch_tensor(tensor, described) && read_described(described);
}

bool Operand::read_new_torch(nb::handle tensor) {
    nb::dlpack::dltensor described;
    return describe_new_torch_tensor(tensor, described) && read_described(described);
}

bool Operand::read_torch_anywhere(nb::handle tensor) {
    nb::dlpack::dltensor described;
    return describe_torch_memory(tensor, described) && read_described(described);
}

bool Operand::read_described(const nb::dlpack::dltensor& described) {
    const std::optional<ttgt_dtype> dtype = dtype_of_dlpack(described.dtype);
    if (!dtype || described.ndim > static_cast<std::int32_t>(most_modes)) return false;
    dtype_ = *dtype;
    if (described.device.device_type != nb::device::cpu::value) {
        space_ = TTGT_DEVICE;
        device_ = described.device.device_id;
    }
    rank_ = described.ndim;
    data_ = static_cast<char*>(described.data) + described.byte_offset;
    for (std::int32_t i = 0; i < rank_; ++i) {
        const auto at = static_cast<std::size_t>(i);
        extents_[at] = described.shape[i];
        strides_[at] = extents_[at] <= 1 ? 1 : described.strides[i];
    }
    return true;
}

/// Extents, strides in bytes and the format: enough to tell one such array from another.
void Operand::read_unusable() {
    format_ = buffer_.format;
    for (std::int32_t i = 0; i < rank_; ++i) {
        const auto at = static_cast<std::size_t>(i);
        extents_[at] = buffer_.shape[i];
        strides_[at] = extents_[at] <= 1 ? 1 : buffer_.strides[i];
    }
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
    const std::array<std::int32_t, 4> head{format_ == nullptr ? dtype_ : unusable, space_, device_,
                                           rank_};
    const std::size_t bytes = static_cast<std::size_t>(rank_) * sizeof(std::int64_t);
    key.append(reinterpret_cast<const char*>(head.data()), sizeof(head));
    key.append(reinterpret_cast<const char*>(extents_.data()), bytes);
    key.append(reinterpret_cast<const char*>(strides_.data()), bytes);
    if (format_ != nullptr) key.append(format_).push_back('\0');
}

}  // namespace ttgt::python
