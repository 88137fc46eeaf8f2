// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/python_lock.h"

#include <unistd.h>

namespace ttgt::python {
namespace {

/// Calls `take`, which takes Python's lock. Where Python is ending, it ends the thread there by an
/// exception: its handler sleeps for ever, so that nothing of the thread's stack is destroyed.
template <class Take>
void take_or_stay(Take&& take) noexcept {
    try {
        take();
    } catch (...) {  // pthread_exit() unwinds
        for (;;) pause();
    }
}

}  // namespace

LockReleased::LockReleased() : state_(PyEval_SaveThread()) {}

LockReleased::~LockReleased() {
    take_or_stay([this] { PyEval_RestoreThread(state_); });
}

LockTaken::LockTaken() : state_(PyGILState_UNLOCKED) {
    take_or_stay([this] { state_ = PyGILState_Ensure(); });
}

LockTaken::~LockTaken() { PyGILState_Release(state_); }

}  // namespace ttgt::python
