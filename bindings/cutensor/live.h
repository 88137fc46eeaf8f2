// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {

/// The base of what the interface hands out by address: it tells objects that were made and not
/// destroyed yet from other memory. Each class has its own mark.
template <std::uint64_t mark>
class Live {
public:
    constexpr Live() noexcept = default;
    ~Live() { mark_ = 0; }
    Live(const Live&) = delete;
    Live& operator=(const Live&) = delete;

    [[nodiscard]] bool is_live() const noexcept { return mark_ == mark; }

private:
    volatile std::uint64_t mark_ =
        mark;  // volatile: the compiler keeps the store of the destructor
};

/// The object at an address that a program passed. Throws Failure, by whose status null and an
/// object that was never made differ, as they do in cuTENSOR.
template <class T>
[[nodiscard]] T& live(T* object, const char* what) {
    check_given(object, what);
    if (!object->is_live()) {
        refuse(CUTENSOR_STATUS_NOT_INITIALIZED, std::string(what) + " was never made or destroyed");
    }
    return *object;
}

/// Deletes an object; null is none.
template <class T>
void destroy(T* object, const char* what) {
    if (object != nullptr) delete &live(object, what);
}

}  // namespace ttgt::cutensor
