// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace ttgt {

[[noreturn]] void throw_overflow(std::string_view what);

/// a * b; throws SizeOverflow naming `what` where it leaves int64.
[[nodiscard]] inline std::int64_t checked_multiply(std::int64_t a, std::int64_t b,
                                                   std::string_view what) {
    std::int64_t result = 0;
    if (__builtin_mul_overflow(a, b, &result)) throw_overflow(what);
    return result;
}

/// a + b; throws SizeOverflow naming `what` where it leaves int64.
[[nodiscard]] inline std::int64_t checked_add(std::int64_t a, std::int64_t b,
                                              std::string_view what) {
    std::int64_t result = 0;
    if (__builtin_add_overflow(a, b, &result)) throw_overflow(what);
    return result;
}

/// Product of all factors, 1 for none. A zero anywhere makes it 0, however large the rest.
[[nodiscard]] std::int64_t checked_product(const std::vector<std::int64_t>& factors,
                                           std::string_view what);

/// The value in a narrower integer type; throws SizeOverflow naming `what` where it does not fit.
template <class To>
[[nodiscard]] To narrow(std::int64_t value, std::string_view what) {
    static_assert(std::is_integral_v<To>);
    if (!std::in_range<To>(value)) throw_overflow(what);
    return static_cast<To>(value);
}

}  // namespace ttgt
