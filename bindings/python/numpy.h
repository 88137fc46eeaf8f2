// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

/// What is asked of NumPy, without looking it up by name each time.
namespace ttgt::python {

namespace nb = nanobind;

/// Called when the module is imported; its references are kept for good.
void set_numpy(const nb::module_& numpy);

/// Whether it is an array, or of a type derived from it.
[[nodiscard]] bool is_numpy_array(nb::handle object);
/// Whether NumPy reads it as an array, though it is none: a number of Python's or NumPy's, a list
/// or a tuple.
[[nodiscard]] bool is_like_numpy_array(nb::handle object);

/// Whether it is a numpy.dtype.
[[nodiscard]] bool is_numpy_dtype(nb::handle object);

/// numpy.empty(shape, dtype).
nb::object numpy_empty(const nb::object& shape, const nb::object& dtype);
/// numpy.array(object, dtype): a copy. Null, without an error, where NumPy refuses.
nb::object numpy_copy(nb::handle object, nb::handle dtype);
/// numpy.asarray(object). Null, without an error, where NumPy refuses.
nb::object numpy_asarray(nb::handle object);
/// numpy.dtype(object).char: a letter for each type that the engine computes with, whatever its
/// order of bytes. Null, without an error, where NumPy refuses.
nb::object numpy_dtype_letter(nb::handle object);

}  // namespace ttgt::python
