// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/array.h"

#include <array>
#include <utility>

#include "bindings/python/errors.h"

namespace ttgt::python {
namespace {

/// By the numbers of ttgt_dtype.
constexpr std::array<const char*, 6> dtype_names{"float16", "bfloat16",  "float32",
                                                 "float64", "complex64", "complex128"};

ttgt_dtype dtype_of(nb::dlpack::dtype dtype) {
    if (const std::optional<ttgt_dtype> known = dtype_of_dlpack(dtype)) return *known;
    raise("DtypeError", "the array's DLPack type (code " + std::to_string(dtype.code) + ", " +
                            std::to_string(dtype.bits) +
                            " bits) is not one of those that ttgt computes with");
}

ttgt_space space_of(int device_type) {
    if (device_type == nb::device::cpu::value || device_type == nb::device::cuda_host::value) {
        return TTGT_HOST;
    }
    if (device_type == nb::device::cuda::value || device_type == nb::device::cuda_managed::value) {
        return TTGT_DEVICE;
    }
    raise("InvalidArgument", "the array lies on a device of DLPack's type " +
                                 std::to_string(device_type) + "; ttgt takes the CPU and CUDA");
}

}  // namespace

ttgt_dtype dtype_of_name(const std::string& name) {
    for (std::size_t i = 0; i < dtype_names.size(); ++i) {
        if (name == dtype_names[i]) return static_cast<ttgt_dtype>(i);
    }
    raise("DtypeError",
          "dtype '" + name +
              "' is not one of those that ttgt computes with: float16, bfloat16, float32, "
              "float64, complex64, complex128");
}

std::string name_of_dtype(ttgt_dtype dtype) {
    return dtype_names.at(static_cast<std::size_t>(dtype));
}

std::optional<ttgt_dtype> dtype_of_dlpack(nb::dlpack::dtype dtype) {
    const auto code = static_cast<nb::dlpack::dtype_code>(dtype.code);
    if (dtype.lanes != 1) return std::nullopt;
    if (code == nb::dlpack::dtype_code::Float) {
        if (dtype.bits == 16) return TTGT_FLOAT16;
        if (dtype.bits == 32) return TTGT_FLOAT32;
        if (dtype.bits == 64) return TTGT_FLOAT64;
    }
    if (code == nb::dlpack::dtype_code::Bfloat) return TTGT_BFLOAT16;
    if (code == nb::dlpack::dtype_code::Complex) {
        if (dtype.bits == 64) return TTGT_COMPLEX64;
        if (dtype.bits == 128) return TTGT_COMPLEX128;
    }
    return std::nullopt;
}

Array read_dlpack(nb::ndarray<> array) {
    Array result;
    result.dtype = dtype_of(array.dtype());
    result.space = space_of(array.device_type());
    for (std::size_t mode = 0; mode < array.ndim(); ++mode) {
        result.extents.push_back(static_cast<std::int64_t>(array.shape(mode)));
        result.strides.push_back(array.stride(mode));
    }
    result.data = array.data();
    result.imported = std::move(array);
    return result;
}

}  // namespace ttgt::python
