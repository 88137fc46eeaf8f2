// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/problems/case_problem.h"
#include "tests/support/problems/random_problem.h"

namespace ttgt::test {

struct Shape {
    std::string text;
    LabelExtents extents;
};

/// Every kind of label and every shape that has a way of its own, with tails of every kind.
[[nodiscard]] std::vector<Shape> contraction_shapes();

struct DTypeMix {
    DType d, l, r;
};

/// All mixes of real and complex, in both precisions, and the 16-bit dtypes.
[[nodiscard]] std::vector<DTypeMix> dtype_mixes();

/// 16-bit inputs of a float32 output, as steps of programs have.
[[nodiscard]] std::vector<DTypeMix> converting_mixes();

/// Packed; bits 0 and 1 of the seed say which of the two inputs are conjugated.
[[nodiscard]] TestProblem make_problem(const Shape& shape, const DTypeMix& dtypes,
                                       std::uint64_t seed);

}  // namespace ttgt::test
