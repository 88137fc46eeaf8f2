// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstdint>

#include "tests/support/problems/transpose_case.h"
#include "tests/support/random.h"

namespace ttgt::stress {

/// Both sides packed, in any order, extents of 2 to 160 and at most so many elements.
[[nodiscard]] test::TransposeCase draw_packed_transpose(test::Random& random, DType dtype, int rank,
                                                        std::int64_t most_elements);

}  // namespace ttgt::stress
