// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

namespace ttgt::python {

namespace nb = nanobind;

/// Adds jax_handler() to the module: the function that XLA calls on CPUs, in a capsule for
/// jax.ffi.register_ffi_target(). Its attribute `statements` is a program of the inputs x0, x1, ...
/// and the outputs y0, y1, ...
void bind_jax(nb::module_& module);

}  // namespace ttgt::python
