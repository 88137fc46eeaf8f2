// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>

/// Counts that rank candidates: of elements, bytes, products and repetitions, none negative. What
/// must be right is computed by checked.h, which throws; these counts only have to stay large.
namespace ttgt {

/// Where a count stops growing: half of what int64 holds, so that it can still be rounded up.
inline constexpr std::int64_t most_counted = std::numeric_limits<std::int64_t>::max() / 2;

/// The product of the factors, `most_counted` where it is more; 0 where a factor is 0.
[[nodiscard]] constexpr std::int64_t saturating_product(
    std::initializer_list<std::int64_t> factors) {
    std::int64_t product = 1;
    bool is_zero = false;
    for (const std::int64_t factor : factors) {
        is_zero = is_zero || factor == 0;
        const bool fits = !__builtin_mul_overflow(product, factor, &product);
        if (!fits || product > most_counted) product = most_counted;
    }
    return is_zero ? 0 : product;
}

/// a + b, `most_counted` where it is more.
[[nodiscard]] constexpr std::int64_t saturating_sum(std::int64_t a, std::int64_t b) {
    return std::min(std::min(a, most_counted) + std::min(b, most_counted), most_counted);
}

/// `count` without its fraction, `most_counted` where it is more.
[[nodiscard]] constexpr std::int64_t saturating_count(double count) {
    return count < static_cast<double>(most_counted) ? static_cast<std::int64_t>(count)
                                                     : most_counted;
}

}  // namespace ttgt
