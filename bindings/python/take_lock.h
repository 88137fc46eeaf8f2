// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Python.h>

namespace ttgt::python {

// What takes Python's lock. Where Python is ending, it ends the calling thread inside these calls
// by unwinding its stack: the thread then sleeps for ever, so that nothing on its stack is
// destroyed.

/// As PyEval_RestoreThread().
void restore_or_stay(PyThreadState* thread) noexcept;

/// As PyGILState_Ensure(), into `state`.
void ensure_or_stay(PyGILState_STATE* state) noexcept;

}  // namespace ttgt::python
