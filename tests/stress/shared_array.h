// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "tests/support/placement.h"

namespace ttgt::stress {

/// How D and one input lie in one array.
struct SharedArray {
    Layout layout;           ///< of the array: that of D, or with a mode more
    std::size_t input = 0;   ///< which one
    std::int64_t apart = 0;  ///< elements from D's first to the input's first
};

/// Places D and that input in one array, and the rest as `site` does. Where the two are one (apart
/// 0), the input's elements stay in the caller's array, for the reference.
[[nodiscard]] test::Site in_one_array(const test::Site& site, const SharedArray& shared);

}  // namespace ttgt::stress
