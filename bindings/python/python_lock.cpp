// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/python_lock.h"

#include "bindings/python/take_lock.h"

namespace ttgt::python {

LockReleased::LockReleased() : state_(PyEval_SaveThread()) {}

LockReleased::~LockReleased() { restore_or_stay(state_); }

LockTaken::LockTaken() : state_(PyGILState_UNLOCKED) { ensure_or_stay(&state_); }

LockTaken::~LockTaken() { PyGILState_Release(state_); }

}  // namespace ttgt::python
