// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/ndarray.h>
#include <ttgt/c_api.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ttgt::python {

namespace nb = nanobind;

/// An array of any library, described: where its elements lie and how. With a null address it is a
/// shape, which plans are made for.
struct Array {
    ttgt_dtype dtype = TTGT_FLOAT64;
    ttgt_space space = TTGT_HOST;
    std::vector<std::int64_t> extents;
    std::vector<std::int64_t> strides;  ///< in elements
    void* data = nullptr;
    bool writable = true;
    nb::object owner;        ///< keeps the elements, as does
    nb::ndarray<> imported;  ///< what came by DLPack
};

/// The number of a dtype's name, "float64"; raises TypeError for one that is none of the engine's.
ttgt_dtype dtype_of_name(const std::string& name);
std::string name_of_dtype(ttgt_dtype dtype);
/// Nothing for a type that is none of the engine's.
std::optional<ttgt_dtype> dtype_of_dlpack(nb::dlpack::dtype dtype);

/// From what `__dlpack__` returned, or any object that exports DLPack or a buffer.
Array read_dlpack(nb::ndarray<> array);

}  // namespace ttgt::python
