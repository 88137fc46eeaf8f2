// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/interrupt.h"

#include <ttgt/c_api.h>

#include <cstdint>

namespace {

/// What the calling thread has set. The engine asks a bool, C returns a number.
struct Asked {
    std::int32_t (*stops)(void* user) = nullptr;
    void* user = nullptr;
};

thread_local Asked asked;

bool asked_stops(void*) { return asked.stops(asked.user) != 0; }

}  // namespace

void ttgt_set_interrupt(int32_t (*stops)(void* user), void* user) {
    asked = {stops, user};
    ttgt::set_interrupt(stops == nullptr ? ttgt::Interrupt{}
                                         : ttgt::Interrupt{asked_stops, nullptr});
}
