// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>
#include <ttgt/c_api.h>

#include <string>

/// Failures of the C interface as exceptions of Python.
namespace ttgt::python {

namespace nb = nanobind;

/// `types` names the exceptions of ttgt.errors; their references are kept for good.
void set_error_types(const nb::dict& types);

/// Raises the exception of that name with this text.
[[noreturn]] void raise(const char* type, const std::string& text);

/// The status whose exception has that name; TTGT_ERROR_INVALID_ARGUMENT where none has.
ttgt_status status_of(const std::string& type);

/// Raises what the library's last failure was, in its words, where `status` is one; where a handler
/// of a signal ended the run, what that raised.
void check(ttgt_status status);

}  // namespace ttgt::python
