// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_api.h>
#include <ttgt/error.h>

#include <exception>
#include <utility>

namespace ttgt::c {

/// A handle that was destroyed, or never made.
class StaleHandle : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
};

/// Keeps the text for ttgt_last_error(), cut where it is overlong. Allocates nothing.
void remember_error(const char* text) noexcept;
/// The status of the exception that is being handled, which it remembers.
[[nodiscard]] ttgt_status status_of_exception() noexcept;

/// Calls the body of an API function: no exception gets past here.
template <class Body>
[[nodiscard]] ttgt_status guarded(Body&& body) noexcept {
    try {
        std::forward<Body>(body)();
        return TTGT_SUCCESS;
    } catch (...) {
        return status_of_exception();
    }
}

/// Throws InvalidArgument where the pointer is null, naming the argument.
void check_given(const void* pointer, const char* argument);

}  // namespace ttgt::c
