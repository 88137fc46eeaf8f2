// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Compiled without exceptions: pthread_cleanup_push() then marks the stack, and the unwinding that
// pthread_exit() begins jumps to the mark. A handler of C++ would have to be of the same library
// for unwinding as the C library's, which that of Clang's own C++ library is not.
#include "bindings/python/take_lock.h"

#include <pthread.h>
#include <unistd.h>

namespace ttgt::python {
namespace {

void stay(void* /*unused*/) {
    for (;;) pause();
}

}  // namespace

void restore_or_stay(PyThreadState* thread) noexcept {
    pthread_cleanup_push(stay, nullptr);
    PyEval_RestoreThread(thread);
    pthread_cleanup_pop(0);
}

void ensure_or_stay(PyGILState_STATE* state) noexcept {
    pthread_cleanup_push(stay, nullptr);
    *state = PyGILState_Ensure();
    pthread_cleanup_pop(0);
}

}  // namespace ttgt::python
