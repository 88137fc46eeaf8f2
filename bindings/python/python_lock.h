// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

namespace ttgt::python {

/// Python's lock given up while this lives. A thread that would take it again when Python has
/// ended stays in the destructor until the process is gone, as threads of Python 3.14 do: older
/// versions end such a thread by an exception that no destructor and no caller here lets through.
class LockReleased {
public:
    LockReleased();
    ~LockReleased();
    LockReleased(const LockReleased&) = delete;  // the lock is taken back once
    LockReleased& operator=(const LockReleased&) = delete;

private:
    PyThreadState* state_;
};

/// Python's lock taken while this lives, in any thread. Waits for ever where Python has ended.
class LockTaken {
public:
    LockTaken();
    ~LockTaken();
    LockTaken(const LockTaken&) = delete;  // the lock is given up once
    LockTaken& operator=(const LockTaken&) = delete;

private:
    PyGILState_STATE state_;
};

}  // namespace ttgt::python
