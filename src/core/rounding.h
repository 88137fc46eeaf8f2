// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ttgt {

/// The fewest times that `b` makes at least `a`, which is not negative.
constexpr std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
/// The smallest multiple of `to` that is at least `value`, which is not negative.
constexpr std::int64_t align_up(std::int64_t value, std::int64_t to) {
    return divide_up(value, to) * to;
}

}  // namespace ttgt
