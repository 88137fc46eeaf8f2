// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/signals.h"

#include <nanobind/nanobind.h>
#include <ttgt/c_api.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <utility>

#include "bindings/python/errors.h"
#include "bindings/python/python_lock.h"

namespace ttgt::python {
namespace {

using Clock = std::chrono::steady_clock;

/// Looking takes Python's lock, for which other threads may let wait some milliseconds.
constexpr std::chrono::milliseconds between_looks{20};

std::atomic<unsigned long> main_thread{0};

// Of the main thread alone.
Clock::time_point last_look;
bool in_handler = false;
nb::python_error* raised = nullptr;

bool is_main_thread() {
    return PyThread_get_thread_ident() == main_thread.load(std::memory_order_relaxed);
}

/// What the engine asks: 1 where a handler raised.
std::int32_t look_for_signals(void*) {
    const Clock::time_point now = Clock::now();
    if (now - last_look < between_looks) return 0;
    last_look = now;
    const LockTaken lock;
    in_handler = true;
    const int status = PyErr_CheckSignals();
    in_handler = false;
    if (status == 0) return 0;
    delete raised;
    raised = std::make_unique<nb::python_error>().release();
    return 1;
}

}  // namespace

SignalsEndRuns::SignalsEndRuns() : is_main_thread_(is_main_thread()) {
    if (!is_main_thread_) return;
    last_look = Clock::now();
    ttgt_set_interrupt(look_for_signals, nullptr);
}

SignalsEndRuns::~SignalsEndRuns() {
    if (is_main_thread_) ttgt_set_interrupt(nullptr, nullptr);
}

void raise_from_handler() {
    if (!is_main_thread() || raised == nullptr) return;
    const std::unique_ptr<nb::python_error> error(raised);
    raised = nullptr;
    throw nb::python_error(std::move(*error));
}

void check_no_run_waits() {
    if (!is_main_thread() || !in_handler) return;
    raise("InvalidArgument",
          "a handler of a signal called ttgt while a run of the same thread waits for it");
}

void set_main_thread(unsigned long ident) { main_thread = ident; }

}  // namespace ttgt::python
