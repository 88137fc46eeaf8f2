// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bindings/cutensor/api.h"

namespace ttgt::cutensor {

/// Thrown within; the functions of the interface return the status and log the reason.
struct Failure {
    cutensorStatus_t status;
    std::string reason;
};

[[noreturn]] void refuse(cutensorStatus_t status, std::string reason);

inline void check(bool right, cutensorStatus_t status, const char* reason) {
    if (!right) refuse(status, reason);
}

/// The reason is "<what> is null".
inline void check_given(const void* pointer, const char* what) {
    if (pointer == nullptr) refuse(CUTENSOR_STATUS_INVALID_VALUE, std::string(what) + " is null");
}

/// The status of the exception being handled, whose reason is logged as an error of `function`.
[[nodiscard]] cutensorStatus_t status_of_exception(const char* function) noexcept;
/// Logs that `function` was called.
void trace_call(const char* function) noexcept;

/// Runs the body of a function of the interface.
template <class Body>
[[nodiscard]] cutensorStatus_t guarded(const char* function, Body&& body) noexcept {
    trace_call(function);
    try {
        body();
        return CUTENSOR_STATUS_SUCCESS;
    } catch (...) {
        return status_of_exception(function);
    }
}

}  // namespace ttgt::cutensor
