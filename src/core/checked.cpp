// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/checked.h"

#include <ttgt/error.h>

#include <algorithm>

#include <fmt/format.h>

namespace ttgt {

void throw_overflow(std::string_view what) {
    throw SizeOverflow(fmt::format("{} does not fit its integer type", what));
}

std::int64_t checked_product(const std::vector<std::int64_t>& factors, std::string_view what) {
    if (std::find(factors.begin(), factors.end(), 0) != factors.end()) return 0;
    std::int64_t product = 1;
    for (const std::int64_t factor : factors) product = checked_multiply(product, factor, what);
    return product;
}

}  // namespace ttgt
