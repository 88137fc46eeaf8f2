// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace ttgt {

/// The largest divisor of `value` that is at most `most`; both are at least 1. In as many steps as
/// the square root of `value` at most.
[[nodiscard]] constexpr std::int64_t largest_divisor(std::int64_t value, std::int64_t most) {
    if (most >= value) return value;
    // Divisors come in pairs: those above the square root are found by their partners.
    std::int64_t partner = (value - 1) / most + 1;
    for (; partner <= value / partner; ++partner) {
        if (value % partner == 0) return value / partner;
    }
    std::int64_t divisor = std::min(most, value / partner);
    while (value % divisor != 0) --divisor;
    return divisor;
}

}  // namespace ttgt
