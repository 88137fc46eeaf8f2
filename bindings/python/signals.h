// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Ctrl-C while the engine works: handlers of signals run between the steps of a run.
namespace ttgt::python {

/// While it lives in Python's main thread, which alone runs handlers of signals, the engine's runs
/// look for signals every 20 ms, and end where a handler raises. In other threads it does nothing.
class SignalsEndRuns {
public:
    SignalsEndRuns();
    ~SignalsEndRuns();
    SignalsEndRuns(const SignalsEndRuns&) = delete;  // it ends once
    SignalsEndRuns& operator=(const SignalsEndRuns&) = delete;

private:
    bool is_main_thread_;
};

/// Raises what a handler raised that ended a run, KeyboardInterrupt after Ctrl-C.
void raise_from_handler();

/// Raises InvalidArgument where the calling thread is in a handler that a run waits for: the
/// handler's own run would write to the same workspace.
void check_no_run_waits();

/// The number of Python's main thread, as `threading` has it.
void set_main_thread(unsigned long ident);

}  // namespace ttgt::python
