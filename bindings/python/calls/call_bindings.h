// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

namespace ttgt::python {

/// Adds to the module: CallCache, set_torch, and run_direct.
void bind_calls(nanobind::module_& module);

}  // namespace ttgt::python
