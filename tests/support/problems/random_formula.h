// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstdint>
#include <string>
#include <vector>

#include "src/reference/operators.h"
#include "tests/support/guarded_array.h"
#include "tests/support/random.h"

namespace ttgt::test {

/// A formula, its tensors, and what the reference makes of it.
struct FormulaCase {
    std::string text;
    std::vector<GuardedArray> arrays;  ///< the output, then the inputs
    std::vector<Scalar> scalars;
    /// All elements of the output, its first label fastest.
    std::vector<reference::Bounded> expected;

    [[nodiscard]] std::vector<OperandLayout> operands() const;
};

/// Draws a formula of up to `most_elements` index tuples over tensors of any dtypes and layouts.
[[nodiscard]] FormulaCase draw_formula(Random& random, std::int64_t most_elements);

/// Empty where the array has the expected values and nothing was written beside them; else what is
/// wrong.
[[nodiscard]] std::string difference(const FormulaCase& formula, const GuardedArray& output);

}  // namespace ttgt::test
