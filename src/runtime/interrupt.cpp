// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/interrupt.h"

#include <ttgt/interrupt.h>

#include <utility>

namespace ttgt {
namespace {

thread_local Interrupt current_interrupt;

}  // namespace

Interrupt set_interrupt(Interrupt interrupt) noexcept {
    return std::exchange(current_interrupt, interrupt);
}

bool is_interrupted() noexcept {
    const Interrupt& interrupt = current_interrupt;
    return interrupt.stops != nullptr && interrupt.stops(interrupt.user);
}

void check_interrupt() {
    if (is_interrupted()) throw_interrupted();
}

void throw_interrupted() {
    throw Interrupted("the caller interrupted the run: its output is partly written");
}

Interrupted::Interrupted(const std::string& message) : Error(Status::interrupted, message) {}

InterruptScope::InterruptScope(bool (*stops)(void* user), void* user) noexcept {
    const Interrupt outer = set_interrupt({stops, user});
    outer_stops_ = outer.stops;
    outer_user_ = outer.user;
}

InterruptScope::~InterruptScope() { set_interrupt({outer_stops_, outer_user_}); }

}  // namespace ttgt
