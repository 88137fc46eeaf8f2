// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

namespace ttgt::python {

namespace nb = nanobind;

/// Adds jax_handler() and jax_device_handler() to the module: the functions that XLA calls on CPUs
/// and on CUDA, in capsules for jax.ffi.register_ffi_target(). Their attribute `statements` is a
/// program of the inputs x0, x1, ... and the outputs y0, y1, ...
void bind_jax(nb::module_& module);

}  // namespace ttgt::python
